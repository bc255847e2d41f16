import type { Edge, Node, Reason } from './dependencies.ts';

/** A cycle of a kind needs an edge of the first reasons, and goes back to its begin by the others. */
const KINDS: readonly (readonly [name: string, first: Reason, back: readonly Reason[]])[] = [
  ['G0', 'ww', ['ww']],
  ['G1c', 'wr', ['ww', 'wr']],
  ['G-single', 'rw', ['ww', 'wr']],
  ['G2', 'rw', ['ww', 'wr', 'rw']],
];

export interface Cycle {
  /** Adya's name for it, with `-realtime` where only the order in time makes it a cycle. */
  readonly kind: string;
  readonly edges: readonly Edge[];
}

/**
 * Cycles of a graph, the worst kind first; of several that share an operation only one. The components of graph
 * libraries are found by recursion, which a history of thousands of moments is too deep for.
 */
export function findCycles(graph: readonly Edge[]): Cycle[] {
  const edges = withoutSources(withoutSources(graph).map(turn)).map(turn);
  const cycles: Cycle[] = [];
  const reported = new Set<Node>();
  for (const [name, first, back] of KINDS)
    for (const [suffix, time] of [
      ['', []],
      ['-realtime', ['rt']],
    ] as const) {
      const reasons: readonly Reason[] = [...back, ...time];
      const outgoing = groupByFrom(edges.filter(({ reason }) => reasons.includes(reason)));
      for (const edge of edges) {
        if (edge.reason !== first || reported.has(edge.from) || reported.has(edge.to)) continue;
        const path = findPath(edge.to, edge.from, outgoing);
        if (!path) continue;
        cycles.push({ kind: `${name}${suffix}`, edges: [edge, ...path] });
        for (const { from } of [edge, ...path]) if (!('momentMs' in from)) reported.add(from);
      }
    }
  return cycles;
}

const turn = ({ from, to, reason }: Edge): Edge => ({ from: to, to: from, reason });

function groupByFrom(edges: readonly Edge[]): Map<Node, Edge[]> {
  const groups = new Map<Node, Edge[]>();
  for (const edge of edges) {
    const group = groups.get(edge.from);
    if (group) group.push(edge);
    else groups.set(edge.from, [edge]);
  }
  return groups;
}

/** Takes away what no cycle leads to, so that nothing is left of a clean history. */
function withoutSources(edges: readonly Edge[]): Edge[] {
  const outgoing = groupByFrom(edges);
  const incoming = new Map<Node, number>();
  for (const { to } of edges) incoming.set(to, (incoming.get(to) ?? 0) + 1);
  const sources = new Set([...outgoing.keys()].filter((node) => !incoming.has(node)));
  // A set that grows while it is walked through is walked through to its end.
  for (const source of sources)
    for (const { to } of outgoing.get(source) ?? []) {
      const left = (incoming.get(to) ?? 0) - 1;
      incoming.set(to, left);
      if (left === 0) sources.add(to);
    }
  return edges.filter(({ from }) => !sources.has(from));
}

/** The shortest way from one node to another. */
function findPath(
  start: Node,
  end: Node,
  outgoing: ReadonlyMap<Node, readonly Edge[]>,
): Edge[] | undefined {
  const arrivals = new Map<Node, Edge | undefined>([[start, undefined]]);
  for (const [node] of arrivals) {
    if (node === end) break;
    for (const edge of outgoing.get(node) ?? [])
      if (!arrivals.has(edge.to)) arrivals.set(edge.to, edge);
  }
  if (!arrivals.has(end)) return undefined;
  const path: Edge[] = [];
  for (let edge = arrivals.get(end); edge; edge = arrivals.get(edge.from)) path.unshift(edge);
  return path;
}
