/** What came of some requests. */
export interface Tally {
  requests: number;
  /** How often each operation was answered with each status. */
  readonly statuses: Map<string, Map<number, number>>;
  longestMs: number;
  /** Refusals after which every table was compared. */
  comparisons: number;
}

export const newTally = (): Tally => ({
  requests: 0,
  statuses: new Map(),
  longestMs: 0,
  comparisons: 0,
});

export function noteAnswer(tally: Tally, operation: string, status: number, ms: number): void {
  const counts = tally.statuses.get(operation) ?? new Map<number, number>();
  counts.set(status, (counts.get(status) ?? 0) + 1);
  tally.statuses.set(operation, counts);
  tally.longestMs = Math.max(tally.longestMs, ms);
}

/** How many answers had a status for which this holds. */
export function countAnswers({ statuses }: Tally, is: (status: number) => boolean): number {
  const all = [...statuses.values()].flatMap((counts) => [...counts]);
  return all.reduce((sum, [status, count]) => sum + (is(status) ? count : 0), 0);
}

/** Operations that never did what they are for: nothing below them was tried. */
export const neverDone = ({ statuses }: Tally): string[] =>
  [...statuses]
    .filter(([, counts]) => ![...counts.keys()].some((status) => status < 300))
    .map(([operation]) => operation)
    .toSorted();
