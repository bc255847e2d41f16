/**
 * `npm run bench:flows [-- --runs N] [-- --only WORD] [-- --before FOLDER]` walks the main flows of
 * the built app as a person on a slow phone and line, in turns with the build of another checkout,
 * and prints taps and seconds as Markdown.
 */
import { parseArgs } from 'node:util';
import { buildParts } from '../../scripts/build-parts.mjs';
import { median } from '../statistics.ts';
import { POOR_LINE } from '../slow-link.ts';
import { table } from '../table.ts';
import { PROCESSOR_SLOWDOWN } from '../visits.ts';
import { MONEY_WALKS } from './money-walks.ts';
import type { Measured } from './person.ts';
import { PLAY_WALKS } from './play-walks.ts';
import { openStand, type Stand } from './stand.ts';
import type { Walk } from './walk.ts';

const DEFAULT_RUNS = 3;

interface Row {
  readonly walk: Walk;
  readonly byStand: ReadonlyMap<Stand, Measured[]>;
}

/** A walk that does not arrive is told and left out of the medians. */
async function takeOne({ walk, byStand }: Row, stand: Stand): Promise<void> {
  stand.changeNetwork();
  try {
    const measured = await walk.take(stand);
    byStand.get(stand)?.push(measured);
    console.error(`  ${stand.name}: ${measured.taps} taps, ${measured.seconds.toFixed(1)} s`);
  } catch (error) {
    console.error(`  ${stand.name} did not arrive:`, error);
    process.exitCode = 1;
  }
}

const cell = (measured: readonly Measured[], read: (one: Measured) => number, digits: number) =>
  median(measured.map(read))?.toFixed(digits) ?? 'none';

const renderRows = (rows: readonly Row[], stands: readonly Stand[]): string =>
  table(
    ['flow', ...stands.flatMap(({ name }) => [`taps, ${name}`, `s, ${name}`])],
    rows.map(({ walk, byStand }) => [
      walk.name,
      ...stands.flatMap((stand) => {
        const measured = byStand.get(stand) ?? [];
        return [cell(measured, ({ taps }) => taps, 0), cell(measured, ({ seconds }) => seconds, 1)];
      }),
    ]),
  );

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: `${DEFAULT_RUNS}` },
    only: { type: 'string', default: '' },
    before: { type: 'string' },
  },
});
const runs = Number(values.runs);
const walks = [...PLAY_WALKS, ...MONEY_WALKS].filter(({ name }) => name.includes(values.only));
if (!Number.isInteger(runs) || runs < 1 || walks.length === 0) {
  console.error('usage: npm run bench:flows -- [--runs N] [--only WORD] [--before FOLDER]');
  process.exit(2);
}

await buildParts();
const stands: Stand[] = [];
try {
  if (values.before !== undefined) stands.push(await openStand('before', values.before));
  stands.push(await openStand('now'));
  const rows = walks.map((walk): Row => ({
    walk,
    byStand: new Map(stands.map((stand) => [stand, []])),
  }));
  // The builds take turns, so that a busy minute of the machine affects both.
  for (let run = 1; run <= runs; run += 1) {
    for (const row of rows) {
      console.error(`run ${run} of ${runs}: ${row.walk.name}`);
      for (const stand of stands) await takeOne(row, stand);
    }
  }
  console.log(
    `Medians of ${runs} runs over HTTP/2; ${POOR_LINE.roundTripMs} ms, ${POOR_LINE.kilobitsPerSecond} kbit/s, processor ${PROCESSOR_SLOWDOWN} times slower\n`,
  );
  console.log(renderRows(rows, stands));
} finally {
  for (const stand of stands) await stand.stop();
}
