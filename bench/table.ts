import type { LighthouseReport } from './lighthouse.ts';
import { median } from './median.ts';
import type { Visits } from './visits.ts';

export interface PageRuns {
  readonly name: string;
  readonly visits: readonly Visits[];
  readonly lighthouse: readonly LighthouseReport[];
}

export const REFERENCE = 'bare React';

type Metric = readonly [
  heading: string,
  read: (visits: Visits) => readonly (number | null | undefined)[],
];

const paint =
  (
    visit: 'cold' | 'repeat' | 'offline',
    what: 'firstPaintMs' | 'largestPaintMs' | 'interactiveMs',
  ): Metric[1] =>
  (visits) =>
    [visits[visit]].flat().map((report) => report?.[what]);

const VISIT_METRICS: readonly Metric[] = [
  ['cold first paint', paint('cold', 'firstPaintMs')],
  ['cold largest paint', paint('cold', 'largestPaintMs')],
  ['cold interactive', paint('cold', 'interactiveMs')],
  ['ready for offline', ({ cold }) => [cold.offlineReadyMs]],
  ['all pages ready for offline', ({ allKeptMs }) => [allKeptMs]],
  ['repeat first paint', paint('repeat', 'firstPaintMs')],
  ['repeat largest paint', paint('repeat', 'largestPaintMs')],
  ['offline first paint', paint('offline', 'firstPaintMs')],
  ['offline largest paint', paint('offline', 'largestPaintMs')],
];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    row(head),
    `|${head.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map(row),
  ].join('\n');

function seconds(valueMs: number | null, referenceMs: number | null | undefined): string {
  if (valueMs === null) return 'none';
  const ratio = referenceMs ? ` (${(valueMs / referenceMs).toFixed(2)}×)` : '';
  return `${(valueMs / 1000).toFixed(2)}${ratio}`;
}

function visitTable(pages: readonly PageRuns[]): string {
  const reference = pages.find(({ name }) => name === REFERENCE);
  const middle = (runs: PageRuns | undefined, read: Metric[1]) =>
    runs ? median(runs.visits.flatMap(read)) : undefined;
  return table(
    ['seconds', ...pages.map(({ name }) => name)],
    VISIT_METRICS.map(([heading, read]) => [
      heading,
      ...pages.map((page) =>
        seconds(
          middle(page, read) ?? null,
          page.name === REFERENCE ? undefined : middle(reference, read),
        ),
      ),
    ]),
  );
}

type LighthouseMetric = readonly [
  heading: string,
  read: (report: LighthouseReport) => number,
  digits: number | 'seconds',
];

const LIGHTHOUSE_METRICS: readonly LighthouseMetric[] = [
  ['performance', ({ scores }) => scores.performance, 0],
  ['the same by own time', ({ ownTime }) => ownTime.scores.performance, 0],
  ['accessibility', ({ scores }) => scores.accessibility, 0],
  ['best practices', ({ scores }) => scores['best-practices'], 0],
  ['SEO', ({ scores }) => scores.seo, 0],
  ['first paint, s', ({ firstPaintMs }) => firstPaintMs, 'seconds'],
  ['largest paint, s', ({ largestPaintMs }) => largestPaintMs, 'seconds'],
  ['interactive, s', ({ interactiveMs }) => interactiveMs, 'seconds'],
  ['the same by own time, s', ({ ownTime }) => ownTime.interactiveMs, 'seconds'],
  ['blocking, ms', ({ blockingMs }) => blockingMs, 0],
  ['the same by own time, ms', ({ ownTime }) => ownTime.blockingMs, 0],
  ['layout shift', ({ layoutShift }) => layoutShift, 3],
  ['transfer, kB', ({ transferBytes }) => transferBytes / 1000, 1],
];

function lighthouseTable(pages: readonly PageRuns[]): string {
  const reference = pages.find(({ name }) => name === REFERENCE);
  const middle = (page: PageRuns | undefined, read: LighthouseMetric[1]) =>
    page ? median(page.lighthouse.map(read)) : null;
  return table(
    ['Lighthouse mobile', ...pages.map(({ name }) => name)],
    LIGHTHOUSE_METRICS.map(([heading, read, digits]) => [
      heading,
      ...pages.map((page) => {
        const value = middle(page, read);
        if (digits !== 'seconds') return value === null ? 'none' : value.toFixed(digits);
        return seconds(value, page.name === REFERENCE ? undefined : middle(reference, read));
      }),
    ]),
  );
}

export function renderTables(pages: readonly PageRuns[]): string {
  const parts: string[] = [];
  if (pages.some(({ visits }) => visits.length > 0)) parts.push(visitTable(pages));
  if (pages.some(({ lighthouse }) => lighthouse.length > 0)) parts.push(lighthouseTable(pages));
  return parts.join('\n\n');
}
