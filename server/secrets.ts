import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What the server does with its key: encrypts codes, hashes them for look-up, salts addresses. */
export interface Secrets {
  /** AES-256-GCM: nonce (12 bytes), tag (16), ciphertext. `context` is authenticated, so a value cannot be moved to another row. */
  encrypt(plain: string | Buffer, context: string): Buffer;
  /** @throws when the value was altered or belongs to another context. */
  decrypt(sealed: Buffer, context: string): Buffer;
  /** Keyed hash for look-up, hex. */
  lookupHash(value: string, context: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secret key material of any length from 32 characters. */
export function createSecrets(secret: string): Secrets {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'goodies', purpose, 32));
  const cipherKey = derive('codes');
  const hashKey = derive('look-up');
  return {
    encrypt(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    decrypt(sealed, context) {
      const decipher = createDecipheriv(
        'aes-256-gcm',
        cipherKey,
        sealed.subarray(0, NONCE_BYTES),
      ).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
    },
    lookupHash: (value, context) =>
      createHmac('sha256', hashKey).update(`${context}\n${value}`).digest('hex'),
  };
}

/** A new bearer token or mail token: 32 random bytes, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** How a token stands in the database. A fast hash is enough for 256 random bits. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** Equality in a time that does not depend on where two texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
