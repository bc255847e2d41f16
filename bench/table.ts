import { median } from './statistics.ts';
import type { Visits } from './visits.ts';

export interface PageRuns {
  readonly name: string;
  readonly visits: Visits[];
  readonly lighthouse: number[];
}

export const REFERENCE = 'bare React';

type Metric = readonly [
  heading: string,
  read: (page: PageRuns) => readonly (number | null)[],
  isScore?: true,
];

const METRICS: readonly Metric[] = [
  ['cold first paint', ({ visits }) => visits.map(({ cold }) => cold.firstPaintMs)],
  ['cold interactive', ({ visits }) => visits.map(({ cold }) => cold.interactiveMs)],
  ['ready for offline', ({ visits }) => visits.map(({ cold }) => cold.offlineReadyMs)],
  [
    'repeat first paint',
    ({ visits }) => visits.flatMap(({ repeat }) => repeat.map(({ firstPaintMs }) => firstPaintMs)),
  ],
  [
    'offline first paint',
    ({ visits }) =>
      visits.flatMap(({ offline }) => offline.map(({ firstPaintMs }) => firstPaintMs)),
  ],
  ['Lighthouse', ({ lighthouse }) => lighthouse, true],
];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    row(head),
    `|${head.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map(row),
  ].join('\n');

/** Times are in seconds, and in brackets as times the reference. */
export function renderPages(pages: readonly PageRuns[]): string {
  const reference = pages.find(({ name }) => name === REFERENCE);
  const cell = ([, read, isScore]: Metric, page: PageRuns): string => {
    const value = median(read(page));
    if (value === null || isScore) return `${value ?? 'none'}`;
    const ofReference = reference && page !== reference && median(read(reference));
    const ratio = ofReference ? ` (${(value / ofReference).toFixed(2)}×)` : '';
    return `${(value / 1000).toFixed(2)}${ratio}`;
  };
  return table(
    ['seconds', ...pages.map(({ name }) => name)],
    METRICS.map((metric) => [metric[0], ...pages.map((page) => cell(metric, page))]),
  );
}
