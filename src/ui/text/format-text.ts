import { formatCount } from './format-money.ts';

const REFERENCE_SHORT_CHARS = 8;

const REFERENCE_SHORT_ABOVE = 12;

/** Shortens a long payment reference with an ellipsis. */
export const shortReference = (reference: string): string =>
  reference.length > REFERENCE_SHORT_ABOVE
    ? `${reference.slice(0, REFERENCE_SHORT_CHARS)}…`
    : reference;

/** '1 view', '8,412 views' */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const KILO = 1_000;

/** '840 KB', '2.1 MB'; 1 KB is 1,000 bytes, as in data bundles. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO * KILO) return `${Math.max(1, Math.round(bytes / KILO))} KB`;
  const megabytes = bytes / (KILO * KILO);
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
