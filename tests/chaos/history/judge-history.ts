import { findDependencies, type Node } from './dependencies.ts';
import { findCycles, type Cycle } from './find-cycles.ts';
import { isRegister, type Operation } from './operation.ts';
import { isPrefix, orderVersions, type Versions } from './order-versions.ts';

/** What a history shows that no strictly serializable database shows. */
export interface Anomaly {
  readonly kind: string;
  readonly words: string;
}

/**
 * Judges a history as Elle does (Kingsbury and Alvaro, 2020): lists that only grow show in which order values were
 * appended; from that follows which operation comes before which other one, and no operation comes before itself.
 * @returns nothing for a history that some serial order explains which agrees with time
 */
export function judgeHistory(operations: readonly Operation[]): Anomaly[] {
  // What was refused counts only where it was read all the same.
  const counted = operations.filter(({ outcome }) => outcome !== 'refused');
  const lists = orderVersions(operations);
  return [
    ...[...lists].flatMap(([list, versions]) => judgeReads(list, versions)),
    ...[...lists.keys()].filter(isRegister).flatMap((list) => judgeRegister(list, counted)),
    ...findCycles(findDependencies(counted, lists.values())).map(describe),
  ];
}

/** What is wrong with one read by itself, or beside a longer one. */
function judgeReads(list: string, { order, writers, reads }: Versions): Anomaly[] {
  return reads.flatMap(({ reader, values }) => {
    const found = (kind: string, what: string): Anomaly => ({
      kind,
      words: `${reader.name} read ${what} in ${list}`,
    });
    const refused = values.filter((value) => writers.get(value)?.outcome === 'refused');
    const once = new Set<string>();
    const doubled = values.filter((value) => once.size === once.add(value).size);
    return [
      ...refused.map((value) => found('G1a', `"${value}", which was refused,`)),
      ...(endsWithin(list, values, writers, reader)
        ? [found('G1b', `"${values.at(-1)}" without what was appended with it`)]
        : []),
      ...doubled.map((value) => found('doubled value', `"${value}" twice`)),
      ...(isPrefix(values, order) ? [] : [found('incompatible order', 'what a longer read lacks')]),
    ];
  });
}

/** Whether a read ends between two values that one operation appended. */
function endsWithin(
  list: string,
  values: readonly string[],
  writers: Versions['writers'],
  reader: Operation,
): boolean {
  const writer = writers.get(values.at(-1) ?? '');
  const own = writer?.appends?.filter(([name]) => name === list) ?? [];
  return writer !== reader && own.some(([, value]) => !values.includes(value));
}

/** A register has one value: of all who try to set it, one succeeds. */
function judgeRegister(list: string, operations: readonly Operation[]): Anomaly[] {
  const setters = operations.filter(
    ({ outcome, appends }) => outcome === 'done' && appends?.some(([name]) => name === list),
  );
  const names = setters.map(({ name }) => name).join(' and ');
  return setters.length > 1 ? [{ kind: 'set twice', words: `${list} by ${names}` }] : [];
}

const nameOf = (node: Node): string =>
  'momentMs' in node ? `${node.momentMs.toFixed(0)} ms` : node.name;

const describe = ({ kind, edges }: Cycle): Anomaly => ({
  kind,
  words: edges
    .map(({ from, to, reason }) => `${nameOf(from)} -${reason}→ ${nameOf(to)}`)
    .join(', '),
});
