import type { Secrets } from '../config/secrets.ts';

/** A voucher's code is stored sealed to its voucher, so that it fits no other row. */
export const sealCode = (secrets: Secrets, ulid: string, code: string): Buffer =>
  secrets.encrypt(code, ulid);
export const openCode = (secrets: Secrets, ulid: string, sealed: Buffer): string =>
  secrets.decrypt(sealed, ulid).toString('utf8');
