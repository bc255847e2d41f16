import { formatCount } from './format-money.ts';

const REFERENCE_SHORT_CHARS = 8;

const REFERENCE_SHORT_ABOVE = 12;

/** A payment reference for a list: its first characters and an ellipsis when it is long. */
export const shortReference = (reference: string): string =>
  reference.length > REFERENCE_SHORT_ABOVE
    ? `${reference.slice(0, REFERENCE_SHORT_CHARS)}…`
    : reference;

/** '1 view', '8,412 views' */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const KILO = 1_000;

/** A download's size as phones and their bundles count it: '840 KB', '2.1 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO * KILO) return `${Math.max(1, Math.round(bytes / KILO))} KB`;
  const megabytes = bytes / (KILO * KILO);
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
