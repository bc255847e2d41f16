/** Ignores missing values; null when there is none. */
export function median(values: readonly (number | null | undefined)[]): number | null {
  const sorted = values
    .filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
    .toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
