import type { Operation } from './operation.ts';

/** What is known of one list. */
export interface Versions {
  /** The values of the longest read: the order in which they were appended. */
  readonly order: readonly string[];
  /** Who appended a value, by that value; a done append before an unknown or refused one. */
  readonly writers: ReadonlyMap<string, Operation>;
  /** Done appends that are in no read that counts: later than all of `order`. */
  readonly unread: readonly Operation[];
  readonly reads: readonly Read[];
}

interface Read {
  readonly reader: Operation;
  readonly values: readonly string[];
}

const RANKS = ['refused', 'unknown', 'done'];
const rankOf = ({ outcome }: Operation): number => RANKS.indexOf(outcome);

/** The order of versions of each list, which lists that only grow show in their reads. */
export function orderVersions(operations: readonly Operation[]): Map<string, Versions> {
  const reads = new Map<string, Read[]>();
  const writers = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    for (const [list, values] of operation.reads ?? [])
      reads.set(list, [...(reads.get(list) ?? []), { reader: operation, values }]);
    for (const [list, value] of operation.appends ?? []) {
      const known = writers.get(list) ?? new Map<string, Operation>();
      const before = known.get(value);
      if (!before || rankOf(before) < rankOf(operation)) known.set(value, operation);
      writers.set(list, known);
    }
  }
  const lists = new Set([...reads.keys(), ...writers.keys()]);
  return new Map(
    [...lists].map((list) => [list, versionsOf(reads.get(list) ?? [], writers.get(list))]),
  );
}

function versionsOf(
  reads: readonly Read[],
  writers: ReadonlyMap<string, Operation> = new Map(),
): Versions {
  const order = reads.reduce<readonly string[]>(
    (longest, { values }) => (values.length > longest.length ? values : longest),
    [],
  );
  const seen = new Set(order);
  const unread = [...writers].filter(
    ([value, { outcome }]) => outcome === 'done' && !seen.has(value),
  );
  return { order, writers, unread: unread.map(([, writer]) => writer), reads };
}

/** Whether values are the beginning of an order. */
export const isPrefix = (values: readonly string[], order: readonly string[]): boolean =>
  values.every((value, index) => order[index] === value);
