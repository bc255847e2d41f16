/**
 * `npm run bench:data [-- --before FOLDER]` prints as Markdown the bytes that a day of the built app
 * costs, also with data saver, beside the build of another checkout.
 */
import { parseArgs } from 'node:util';
import { buildParts } from '../../scripts/build-parts.mjs';
import { ensureBrowser } from '../../scripts/find-browser.ts';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { table } from '../table.ts';
import { type Exchange, KINDS } from './counting-line.ts';
import { openTown } from './other-people.ts';
import { type Visit, playDay } from './play-day.ts';

interface Day {
  readonly name: string;
  readonly visits: readonly Visit[];
}

async function playIn(name: string, isSaving: boolean, checkout?: string): Promise<Day> {
  console.error(`playing: ${name}`);
  const server = await startBuiltServer(checkout === undefined ? {} : { checkout });
  try {
    const town = await openTown(server.url);
    const browserPath = ensureBrowser().path;
    return { name, visits: await playDay({ url: server.url, browserPath, town, isSaving }) };
  } finally {
    await server.stop();
  }
}

function renderBytes(days: readonly Day[]): string {
  const row = (name: string, read: (day: readonly Exchange[]) => number | string): string[] => [
    name,
    ...days.map(({ visits }) => `${read(visits.slice(1).flatMap(({ exchanges }) => exchanges))}`),
  ];
  const kilobytesOf = (exchanges: readonly Exchange[]): string =>
    (exchanges.reduce((sum, each) => sum + each.upBytes + each.downBytes, 0) / 1_000).toFixed(1);
  return table(
    ['kilobytes', ...days.map(({ name }) => name)],
    [
      ...KINDS.map((kind) =>
        row(kind, (day) => kilobytesOf(day.filter((each) => each.kind === kind))),
      ),
      row('**all of the day**', kilobytesOf),
      ['the evening before', ...days.map(({ visits }) => kilobytesOf(visits[0]?.exchanges ?? []))],
      row('requests', ({ length }) => length),
    ],
  );
}

const { values } = parseArgs({ options: { before: { type: 'string' } } });
await buildParts();
const days: Day[] = [];
for (const [name, checkout] of [['before', values.before], ['now']] as const) {
  if (name === 'before' && checkout === undefined) continue;
  days.push(await playIn(name, false, checkout));
  days.push(await playIn(`${name}, data saver`, true, checkout));
}
console.log(renderBytes(days));
