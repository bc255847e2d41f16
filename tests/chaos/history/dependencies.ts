import type { Operation } from './operation.ts';
import { isPrefix, type Versions } from './order-versions.ts';

/**
 * Why one operation comes before another: it appended right before it (`ww`), was read by it (`wr`), did not see it
 * (`rw`), or had its answer before the other began (`rt`).
 */
export type Reason = 'ww' | 'wr' | 'rw' | 'rt';

/** A moment stands between the operations that ended before it and those that began after it. */
export type Node = Operation | { readonly momentMs: number };

export interface Edge {
  readonly from: Node;
  readonly to: Node;
  readonly reason: Reason;
}

export function findDependencies(
  operations: readonly Operation[],
  lists: Iterable<Versions>,
): Edge[] {
  const edges = [...lists].flatMap(edgesOfList);
  return [...edges, ...edgesOfTime(operations)].filter(({ from, to }) => from !== to);
}

function edgesOfList({ order, writers, unread, reads }: Versions): Edge[] {
  const writerAt = (index: number): Operation[] => {
    const writer = writers.get(order[index] ?? '');
    return writer ? [writer] : [];
  };
  const afterwards = (length: number): readonly Operation[] =>
    length < order.length ? writerAt(length) : unread;
  const edge = (from: Node, to: Node, reason: Reason): Edge => ({ from, to, reason });
  const written = order.flatMap((_, index) =>
    writerAt(index).flatMap((from) => afterwards(index + 1).map((to) => edge(from, to, 'ww'))),
  );
  const read = reads
    .filter(({ values }) => isPrefix(values, order))
    .flatMap(({ reader, values: { length } }) => [
      ...writerAt(length - 1).map((from) => edge(from, reader, 'wr')),
      ...afterwards(length).map((to) => edge(reader, to, 'rw')),
    ]);
  return [...written, ...read];
}

/** A chain of moments says with few edges which operations ended before others began. */
function edgesOfTime(operations: readonly Operation[]): Edge[] {
  const ends = operations
    .filter(({ outcome }) => outcome === 'done')
    .toSorted((a, b) => a.endedMs - b.endedMs);
  const begins = operations.toSorted((a, b) => a.beganMs - b.beganMs);
  const edges: Edge[] = [];
  let moment: Node | undefined;
  let ended = 0;
  for (const operation of begins) {
    for (; (ends[ended]?.endedMs ?? Infinity) < operation.beganMs; ended += 1) {
      const from = ends[ended];
      if (!from) break;
      const next = { momentMs: from.endedMs };
      edges.push({ from, to: next, reason: 'rt' });
      if (moment) edges.push({ from: moment, to: next, reason: 'rt' });
      moment = next;
    }
    if (moment) edges.push({ from: moment, to: operation, reason: 'rt' });
  }
  return edges;
}
