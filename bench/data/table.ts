import { KINDS, type Exchange } from './counting-line.ts';
import type { Visit } from './play-day.ts';

interface Day {
  readonly name: string;
  readonly visits: readonly Visit[];
}

const bytesOf = ({ upBytes, downBytes }: Exchange): number => upBytes + downBytes;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const dayOnly = ({ visits }: Day): readonly Exchange[] =>
  visits.slice(1).flatMap(({ exchanges }) => exchanges);

const withoutParameters = (path: string): string => path.replace(/_t=\d+/, '_t=');

export function asBytes(days: readonly Day[]): string {
  const line = (name: string, measure: (day: Day) => number): string =>
    row([name, ...days.map((day) => kilobytes(measure(day)))]);
  return [
    row(['kilobytes', ...days.map(({ name }) => name)]),
    row(['---', ...days.map(() => '---:')]),
    ...KINDS.map((kind) =>
      line(kind, (day) =>
        sum(
          dayOnly(day)
            .filter((each) => each.kind === kind)
            .map(bytesOf),
        ),
      ),
    ),
    line('of all: sent', (day) => sum(dayOnly(day).map(({ upBytes }) => upBytes))),
    line('**all**', (day) => sum(dayOnly(day).map(bytesOf))),
    line('the evening before', ({ visits }) => sum((visits[0]?.exchanges ?? []).map(bytesOf))),
    row(['requests', ...days.map((day) => `${dayOnly(day).length}`)]),
    row([
      'of them answered 304',
      ...days.map((day) => `${dayOnly(day).filter(({ status }) => status === 304).length}`),
    ]),
  ].join('\n');
}

export function asDoubles(days: readonly Day[]): string {
  return days
    .flatMap((day) => [
      `\n${day.name}, more than once in a visit:`,
      ...day.visits.flatMap(({ name, exchanges }) =>
        countsOf(exchanges)
          .filter(({ times }) => times > 1)
          .map(({ what, times, bytes }) => `  ${name}: ${times} × ${what} (${bytes} bytes)`),
      ),
      `${day.name}, most bytes:`,
      ...countsOf(dayOnly(day))
        .toSorted((a, b) => b.bytes - a.bytes)
        .slice(0, 40)
        .map(({ what, times, bytes }) => `  ${times} × ${what} (${bytes} bytes)`),
    ])
    .join('\n');
}

function countsOf(
  exchanges: readonly Exchange[],
): readonly { readonly what: string; readonly times: number; readonly bytes: number }[] {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const what = `${exchange.method} ${withoutParameters(exchange.path)}`;
    groups.set(what, [...(groups.get(what) ?? []), exchange]);
  }
  return [...groups].map(([what, group]) => ({
    what,
    times: group.length,
    bytes: sum(group.map(bytesOf)),
  }));
}
