import type { LighthouseReport } from './lighthouse.ts';
import { median } from './statistics.ts';
import type { Visits } from './visits.ts';

export interface PageRuns {
  readonly name: string;
  readonly visits: Visits[];
  readonly lighthouse: LighthouseReport[];
}

export const REFERENCE = 'bare React';

type Metric = readonly [
  heading: string,
  read: (page: PageRuns) => readonly (number | null | undefined)[],
  digits?: number,
];

const VISIT_METRICS: readonly Metric[] = [
  ['cold first paint', ({ visits }) => visits.map(({ cold }) => cold.firstPaintMs)],
  ['cold interactive', ({ visits }) => visits.map(({ cold }) => cold.interactiveMs)],
  ['ready for offline', ({ visits }) => visits.map(({ cold }) => cold.offlineReadyMs)],
  [
    'repeat first paint',
    ({ visits }) => visits.flatMap(({ repeat }) => repeat.map(({ firstPaintMs }) => firstPaintMs)),
  ],
  [
    'offline first paint',
    ({ visits }) => visits.flatMap(({ offline }) => offline.map((each) => each?.firstPaintMs)),
  ],
];

const LIGHTHOUSE_METRICS: readonly Metric[] = [
  ['performance', ({ lighthouse }) => lighthouse.map(({ performance }) => performance), 0],
  ['interactive, s', ({ lighthouse }) => lighthouse.map(({ interactiveMs }) => interactiveMs)],
  ['layout shift', ({ lighthouse }) => lighthouse.map(({ layoutShift }) => layoutShift), 3],
];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    row(head),
    `|${head.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map(row),
  ].join('\n');

/** Metrics without digits are times in ms, shown in seconds and as times the reference. */
function metricTable(
  heading: string,
  metrics: readonly Metric[],
  pages: readonly PageRuns[],
): string {
  const reference = pages.find(({ name }) => name === REFERENCE);
  const cell = ([, read, digits]: Metric, page: PageRuns): string => {
    const value = median(read(page));
    if (value === null) return 'none';
    if (digits !== undefined) return value.toFixed(digits);
    const ofReference = reference && page !== reference && median(read(reference));
    const ratio = ofReference ? ` (${(value / ofReference).toFixed(2)}×)` : '';
    return `${(value / 1000).toFixed(2)}${ratio}`;
  };
  return table(
    [heading, ...pages.map(({ name }) => name)],
    metrics.map((metric) => [metric[0], ...pages.map((page) => cell(metric, page))]),
  );
}

export function renderTables(pages: readonly PageRuns[]): string {
  const parts: string[] = [];
  if (pages.some(({ visits }) => visits.length > 0))
    parts.push(metricTable('seconds', VISIT_METRICS, pages));
  if (pages.some(({ lighthouse }) => lighthouse.length > 0))
    parts.push(metricTable('Lighthouse mobile', LIGHTHOUSE_METRICS, pages));
  return parts.join('\n\n');
}
