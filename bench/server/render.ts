import { percentile } from '../statistics.ts';
import { table } from '../table.ts';
import type { Driven } from './drive.ts';
import type { Measured } from './measure.ts';
import type { Phase } from './overload.ts';
import type { BooksFigures } from './books.ts';
import type { StreamFigures } from './streams.ts';
import type { Queued, QueueFigures } from './queue.ts';

export interface LoadRow {
  readonly name: string;
  readonly connections: number;
  /** One for each server that was measured. */
  readonly driven: readonly Measured[];
}

const SPEEDS = [
  'a second',
  'p50, ms',
  'p99, ms',
  'processor, ms: server',
  'database',
  'not expected',
];

const ms = (value: number): string => value.toFixed(1);

const unexpectedOf = ({ unexpected }: Pick<Driven, 'unexpected'>): string =>
  Object.entries(unexpected)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');

const speedOf = (of: Measured): string[] => [
  of.perSecond.toFixed(0),
  ms(of.p50Ms),
  ms(of.p99Ms),
  of.server.toFixed(3),
  of.database.toFixed(3),
  unexpectedOf(of),
];

/** @param servers names of the servers that each row measures; none for a single one */
export const renderLoad = (rows: readonly LoadRow[], servers: readonly string[] = ['']): string =>
  table(
    [
      'calls',
      'connections',
      ...servers.flatMap((name) => SPEEDS.map((speed) => (name ? `${name}: ${speed}` : speed))),
    ],
    rows.map(({ name, connections, driven }) => [
      name,
      `${connections}`,
      ...driven.flatMap(speedOf),
    ]),
  );

export function renderOverload(phases: readonly Phase[]): string {
  const rate = (count: number, { seconds }: Phase): string => (count / seconds).toFixed(0);
  const figures: readonly (readonly [string, (phase: Phase) => string])[] = [
    ['sent a second', (phase) => rate(phase.sent, phase)],
    ['served a second', (phase) => rate(phase.servedMs.length, phase)],
    ['served: p99, ms', ({ servedMs }) => ms(percentile(servedMs, 0.99))],
    ['refused within 100 ms', ({ refusedSoon }) => `${ms(refusedSoon * 100)} %`],
    ['refused without a time to come back', (phase) => `${phase.refusedWithoutTime}`],
    ['not expected', unexpectedOf],
  ];
  return table(
    ['', ...phases.map(({ name }) => name)],
    figures.map(([name, of]) => [name, ...phases.map(of)]),
  );
}

const QUEUE_COLUMNS = [
  'answer after, ms',
  'a second',
  'urgent p50, ms',
  'p95',
  'p99',
  'lost',
  'doubled',
];

export const renderQueue = ({ answerMs }: Queued, figures: QueueFigures): string => {
  const { perSecond, urgentMs, lost, doubled } = figures;
  const shares = [0.5, 0.95, 0.99].map((share) => percentile(urgentMs, share).toFixed(0));
  return table(QUEUE_COLUMNS, [
    [`${answerMs}`, perSecond.toFixed(0), ...shares, `${lost}`, `${doubled}`],
  ]);
};

export function renderStreams(figures: StreamFigures): string {
  const { streams, kilobytesEach, openedPerSecond, fileDescriptors, idleShare } = figures;
  const { oneMs, allMs, processorMsOfAll } = figures;
  const both = (times: readonly number[]): string =>
    [0.5, 0.99].map((share) => percentile(times, share).toFixed(0)).join(' / ');
  return table(
    ['streams on one node', `${streams}`],
    [
      ['memory each, KB', kilobytesEach.toFixed(1)],
      ['opened a second', openedPerSecond.toFixed(0)],
      ['file descriptors', `${fileDescriptors}`],
      ['processor while idle, % of one', (idleShare * 100).toFixed(1)],
      ['from commit to the ten devices of a user, p50 / p99, ms', both(oneMs)],
      ['from commit to the last of all, p50 / p99, ms', both(allMs)],
      ['processor for an event to all, ms', processorMsOfAll.toFixed(0)],
    ],
  );
}

export function renderBooks(figures: BooksFigures): string {
  const { entries, since, firstCheckpointSeconds, provedSeconds, nextCheckpointSeconds } = figures;
  return table(
    ['entries', `${entries}`],
    [
      ['entries since the checkpoint', `${since}`],
      ['proved from there, s', provedSeconds.toFixed(1)],
      ['next checkpoint, s', nextCheckpointSeconds.toFixed(1)],
      ['first checkpoint, s', firstCheckpointSeconds.toFixed(1)],
    ],
  );
}
