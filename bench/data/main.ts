/**
 * `npm run bench:data [-- --before FOLDER]` prints as Markdown the bytes that a day of the built app
 * costs, also with data saver, beside the build of another checkout.
 */
import { parseArgs } from 'node:util';
import { buildParts } from '../../scripts/build-parts.mjs';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { table } from '../table.ts';
import { type Exchange, KINDS } from './counting-line.ts';
import { openTown } from './other-people.ts';
import { type Day, playDay } from './play-day.ts';

async function playIn(isSaving: boolean, checkout?: string): Promise<Day> {
  const server = await startBuiltServer(checkout === undefined ? {} : { checkout });
  try {
    return await playDay({ url: server.url, town: await openTown(server.url), isSaving });
  } finally {
    await server.stop();
  }
}

const kilobytesOf = (exchanges: readonly Exchange[]): string =>
  (exchanges.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000).toFixed(1);

function renderBytes(days: ReadonlyMap<string, Day>): string {
  const row = (name: string, read: (day: Day) => string): string[] => [
    name,
    ...Array.from(days.values(), read),
  ];
  return table(
    ['kilobytes', ...days.keys()],
    [
      ...KINDS.map((kind) =>
        row(kind, ({ visits }) => kilobytesOf(visits.filter((each) => each.kind === kind))),
      ),
      row('**all of the day**', ({ visits }) => kilobytesOf(visits)),
      row('the evening before', ({ eveningBefore }) => kilobytesOf(eveningBefore)),
      row('requests', ({ visits }) => `${visits.length}`),
    ],
  );
}

const { values } = parseArgs({ options: { before: { type: 'string' } } });
await buildParts();
const days = new Map<string, Day>();
for (const [name, checkout] of [['before', values.before], ['now']] as const) {
  if (name === 'before' && checkout === undefined) continue;
  days.set(name, await playIn(false, checkout));
  days.set(`${name}, data saver`, await playIn(true, checkout));
}
console.log(renderBytes(days));
