import { randomBytes } from 'node:crypto';

const BYTES = 12;

export const newReference = (prefix: string): string =>
  `${prefix}-${randomBytes(BYTES).toString('hex')}`;
