import { table } from '../table.ts';
import type { Driven } from './drive.ts';
import type { Floors } from './floors.ts';
import type { ProcessorTime } from './processor-time.ts';
import type { Phase } from './overload.ts';
import { percentile } from './percentiles.ts';
import type { ReadTimes } from './reads.ts';
import type { StatementCounts } from './statements.ts';
import type { Workload } from './workloads.ts';

const SPEEDS = ['a second', 'p50, ms', 'p99, ms', 'processor, ms: server', 'database'];

type Measured = Driven & ProcessorTime;

const ms = (value: number): string => value.toFixed(1);

const speedOf = (of: Omit<Measured, 'unexpected'>): string[] => [
  of.perSecond.toFixed(0),
  ms(of.p50Ms),
  ms(of.p99Ms),
  of.server.toFixed(3),
  of.database.toFixed(3),
];

const unexpectedOf = ({ unexpected }: Pick<Driven, 'unexpected'>): string =>
  Object.entries(unexpected)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');

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

export function renderOverload(phases: readonly Phase[]): string {
  const rate = (count: number, { seconds }: Phase): string => (count / seconds).toFixed(0);
  const p99Of = (times: readonly number[]): string => ms(percentile(times, 0.99));
  const figures: readonly (readonly [string, (phase: Phase) => string])[] = [
    ['sent a second', (phase) => rate(phase.sent, phase)],
    ['served a second', (phase) => rate(phase.servedMs.length, phase)],
    ['refused a second', (phase) => rate(phase.refusedMs.length, phase)],
    ['served: p50, ms', ({ servedMs }) => ms(percentile(servedMs, 0.5))],
    ['served: p99, ms', ({ servedMs }) => p99Of(servedMs)],
    ['refused: p50, ms', ({ refusedMs }) => ms(percentile(refusedMs, 0.5))],
    ['refused: p99, ms', ({ refusedMs }) => p99Of(refusedMs)],
    ['refused by the server within 100 ms', ({ refusals }) => `${ms(refusals.soon * 100)} %`],
    [
      'its event loop late, worst p99 of 10 s, ms',
      ({ nodes }) => ms(Math.max(...nodes.map(({ lateMs }) => lateMs))),
    ],
    [
      'refused for want of room, late, for the database',
      ({ refusals }) => Object.values(refusals.reasons).join(', '),
    ],
    ['cores that the server had', ({ cores }) => cores.toFixed(2)],
    ['this client late, p99, ms', ({ ownLateMs }) => ms(ownLateMs)],
    ['refused without a time to come back', (phase) => `${phase.refusedWithoutTime}`],
    ['not expected', unexpectedOf],
    [
      'memory of the node each 10 s, MB',
      ({ nodes }) => nodes.map(({ rssMb }) => rssMb.toFixed(0)).join(' '),
    ],
  ];
  return table(
    ['', ...phases.map(({ name }) => name)],
    figures.map(([name, of]) => [name, ...phases.map(of)]),
  );
}
