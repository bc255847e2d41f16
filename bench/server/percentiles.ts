/** `share` goes from 0 to 1; `NaN` for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.max(0, Math.ceil(sorted.length * share) - 1);
  return sorted[at] ?? Number.NaN;
}
