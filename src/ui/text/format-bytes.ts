const KILO = 1_000;

/** A download's size as phones and their bundles count it: '840 KB', '2.1 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO * KILO) return `${Math.max(1, Math.round(bytes / KILO))} KB`;
  const megabytes = bytes / (KILO * KILO);
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
