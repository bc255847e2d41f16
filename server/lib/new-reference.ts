import { randomBytes } from 'node:crypto';

const BYTES = 12;

/**
 * What people quote to support and companies know a movement by: letters, digits and a dash, which all of them take.
 */
export const newReference = (prefix: string): string =>
  `${prefix}-${randomBytes(BYTES).toString('hex')}`;
