/**
 * `npm run bench:data [-- --before FOLDER] [--urls]` prints as Markdown the bytes that a day of the
 * built app costs, beside the build of another checkout. `--urls` lists what one visit requested
 * twice.
 */
import { parseArgs } from 'node:util';
import { buildParts } from '../../scripts/build-parts.mjs';
import { ensureBrowser } from '../../scripts/find-browser.ts';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { openTown } from './other-people.ts';
import { type Visit, playDay } from './play-day.ts';
import { asBytes, asDoubles } from './table.ts';

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

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    urls: { type: 'boolean', default: false },
    only: { type: 'boolean', default: false },
  },
});

if (!values.only) await buildParts();
const days = [
  ...(values.before
    ? [
        await playIn('before', false, values.before),
        await playIn('before, data saver', true, values.before),
      ]
    : []),
  await playIn('now, data saver', true),
];
console.log(asBytes(days));
if (values.urls) console.log(asDoubles(days));
