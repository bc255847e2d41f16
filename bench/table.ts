import type { LighthouseReport } from './lighthouse.ts';
import { median } from './median.ts';
import type { Visits } from './visits.ts';

/** All runs of one page. */
export interface PageRuns {
  readonly name: string;
  readonly visits: readonly Visits[];
  readonly lighthouse: readonly LighthouseReport[];
}

/** The page that the others are compared with. */
export const REFERENCE = 'bare React';

type Metric = readonly [heading: string, read: (visits: Visits) => number | null | undefined];

const paint = (
  visit: 'cold' | 'repeat' | 'offline',
  what: 'firstPaintMs' | 'largestPaintMs' | 'interactiveMs',
): Metric[1] => {
  return (visits) => visits[visit]?.[what];
};

const VISIT_METRICS: readonly Metric[] = [
  ['cold first paint', paint('cold', 'firstPaintMs')],
  ['cold largest paint', paint('cold', 'largestPaintMs')],
  ['cold interactive', paint('cold', 'interactiveMs')],
  ['ready for offline', (visits) => visits.cold.offlineReadyMs],
  ['all pages ready for offline', ({ allKeptMs }) => allKeptMs],
  ['repeat first paint', paint('repeat', 'firstPaintMs')],
  ['repeat largest paint', paint('repeat', 'largestPaintMs')],
  ['offline first paint', paint('offline', 'firstPaintMs')],
  ['offline largest paint', paint('offline', 'largestPaintMs')],
];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A Markdown table; all columns but the first are numbers. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    row(head),
    `|${head.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map(row),
  ].join('\n');

/** Seconds, and how many times the reference: `0.66 (1.03×)`. */
function seconds(valueMs: number | null, referenceMs: number | null | undefined): string {
  if (valueMs === null) return 'none';
  const ratio = referenceMs ? ` (${(valueMs / referenceMs).toFixed(2)}×)` : '';
  return `${(valueMs / 1000).toFixed(2)}${ratio}`;
}

function visitTable(pages: readonly PageRuns[]): string {
  const reference = pages.find(({ name }) => name === REFERENCE);
  const middle = (runs: PageRuns | undefined, read: Metric[1]) =>
    runs ? median(runs.visits.map(read)) : undefined;
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

function lighthouseTable(pages: readonly PageRuns[]): string {
  const middle = (page: PageRuns, read: (report: LighthouseReport) => number) =>
    median(page.lighthouse.map(read));
  const number = (value: number | null, digits = 0) =>
    value === null ? 'none' : value.toFixed(digits);
  const lines: readonly (readonly [string, (page: PageRuns) => string])[] = [
    ['performance', (page) => number(middle(page, ({ scores }) => scores.performance))],
    ['accessibility', (page) => number(middle(page, ({ scores }) => scores.accessibility))],
    ['best practices', (page) => number(middle(page, ({ scores }) => scores['best-practices']))],
    ['SEO', (page) => number(middle(page, ({ scores }) => scores.seo))],
    [
      'first paint, s',
      (page) =>
        seconds(
          middle(page, (each) => each.firstPaintMs),
          undefined,
        ),
    ],
    [
      'largest paint, s',
      (page) =>
        seconds(
          middle(page, (each) => each.largestPaintMs),
          undefined,
        ),
    ],
    [
      'interactive, s',
      (page) =>
        seconds(
          middle(page, (each) => each.interactiveMs),
          undefined,
        ),
    ],
    ['blocking, ms', (page) => number(middle(page, (each) => each.blockingMs))],
    [
      'layout shift',
      (page) =>
        number(
          middle(page, (each) => each.layoutShift),
          3,
        ),
    ],
    [
      'transfer, kB',
      (page) =>
        number(
          middle(page, (each) => each.transferBytes / 1000),
          1,
        ),
    ],
  ];
  return table(
    ['Lighthouse mobile', ...pages.map(({ name }) => name)],
    lines.map(([heading, cell]) => [heading, ...pages.map(cell)]),
  );
}

/** Markdown of all that was measured. */
export function renderTables(pages: readonly PageRuns[]): string {
  const parts: string[] = [];
  if (pages.some(({ visits }) => visits.length > 0)) parts.push(visitTable(pages));
  if (pages.some(({ lighthouse }) => lighthouse.length > 0)) parts.push(lighthouseTable(pages));
  return parts.join('\n\n');
}
