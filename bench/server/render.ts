import { table } from '../table.ts';
import type { Driven } from './drive.ts';
import type { Floors } from './floors.ts';
import type { ProcessorTime } from './processor-time.ts';
import type { ReadTimes } from './reads.ts';
import type { StatementCounts } from './statements.ts';
import type { Workload } from './workloads.ts';

const SPEEDS = ['a second', 'p50, ms', 'p99, ms', 'processor, ms: server', 'database'];

type Measured = Driven & ProcessorTime;

const ms = (value: number): string => value.toFixed(1);

/** Rates and times of all kinds of work, the processor's for one call. */
const speedOf = (of: Omit<Measured, 'unexpected'>): string[] => [
  of.perSecond.toFixed(0),
  ms(of.p50Ms),
  ms(of.p99Ms),
  of.server.toFixed(2),
  of.database.toFixed(2),
];

/** `3 × 503 unavailable`, or nothing. */
const unexpectedOf = ({ unexpected }: Driven): string =>
  Object.entries(unexpected)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');

/** The columns of each stand; without its name where there is one alone. */
const columnsOf = (names: readonly string[], columns: readonly string[]): string[] =>
  names.flatMap((name) =>
    columns.map((column) => (names.length > 1 ? `${name}: ${column}` : column)),
  );

export function renderStatements(
  names: readonly string[],
  counts: readonly StatementCounts[],
): string {
  const row = (name: string, of: keyof StatementCounts): string[] => [
    name,
    ...counts.flatMap((each) => [`${each[of].statements}`, `${each[of].roundTrips}`]),
  ];
  const head = ['one call', ...columnsOf(names, ['statements', 'round trips'])];
  return table(head, [row('a wrong guess', 'guess'), row('a view tracked', 'view')]);
}

export function renderLoad(
  names: readonly string[],
  results: readonly { readonly workload: Workload; readonly driven: readonly Measured[] }[],
): string {
  const head = ['calls', 'connections', ...columnsOf(names, [...SPEEDS, 'not expected'])];
  const rows = results.map(({ workload, driven }) => [
    workload.name,
    `${workload.connections}`,
    ...driven.flatMap((each) => [...speedOf(each), unexpectedOf(each)]),
  ]);
  return table(head, rows);
}

export const renderFloors = (floors: Floors): string =>
  table(
    ['beside', 'connections', ...SPEEDS],
    floors.map((floor) => [floor.name, `${floor.connections}`, ...speedOf(floor)]),
  );

export const renderReads = (heads: readonly string[], reads: readonly ReadTimes[]): string =>
  table(
    ['ms', ...heads],
    reads.map((read) => [read.name, ...read.ms.map(ms)]),
  );
