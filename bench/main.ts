/**
 * `npm run bench:web [-- --runs N] [-- --only slow|lh] [-- --before FOLDER]` measures the built app
 * on a slow phone and line, beside a bare page and the build of another checkout, and prints
 * Markdown. Compare within one run only, because absolute times depend on the machine.
 */
import { parseArgs } from 'node:util';
import type { FeaturedAnswer } from '../contract/vouchers.ts';
import { buildParts } from '../scripts/build-parts.mjs';
import { startBuiltServer } from '../scripts/lib/built-server.ts';
import { ask } from './ask.ts';
import { serveBarePage } from './floors/serve-bare-page.ts';
import { makeCertificate, startHttp2Front } from './http2-front.ts';
import { installLighthouse, runLighthouse } from './lighthouse.ts';
import { POOR_LINE } from './slow-link.ts';
import { type PageRuns, REFERENCE, renderPages } from './table.ts';
import { measureVisits, PROCESSOR_SLOWDOWN } from './visits.ts';

const DEFAULT_RUNS = 5;

interface Target extends PageRuns {
  readonly url: string;
}

const target = (name: string, url: string): Target => ({ name, url, visits: [], lighthouse: [] });

async function findVoucher(serverUrl: string): Promise<string> {
  const { data } = await ask<FeaturedAnswer>(`${serverUrl}/api/v1/vouchers/featured`);
  const [voucher] = data;
  if (!voucher) throw new Error('the demo data has no featured voucher to measure');
  return `${serverUrl}/v/${voucher.id}`;
}

async function measure(
  targets: readonly Target[],
  runs: number,
  only: string,
  browserFlags: readonly string[],
): Promise<void> {
  if (only !== 'slow') await installLighthouse();
  // The first browser of a run starts slower, so its visit does not count.
  const [first] = targets;
  if (first && only !== 'lh') await measureVisits(first.url, browserFlags);
  // The rounds alternate, so that a busy minute of the machine affects every page alike.
  for (let run = 1; run <= runs; run += 1) {
    for (const { name, url, visits, lighthouse } of targets) {
      console.error(`run ${run} of ${runs}: ${name}`);
      if (only !== 'lh') visits.push(await measureVisits(url, browserFlags));
      if (only !== 'slow') lighthouse.push(await runLighthouse(url, browserFlags));
    }
  }
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: `${DEFAULT_RUNS}` },
    only: { type: 'string', default: '' },
    before: { type: 'string' },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1 || !['', 'slow', 'lh'].includes(values.only)) {
  console.error('usage: npm run bench:web -- [--runs N] [--only slow|lh] [--before FOLDER]');
  process.exit(2);
}

await buildParts();
const bare = await serveBarePage();
const server = await startBuiltServer();
const before = values.before ? await startBuiltServer({ checkout: values.before }) : undefined;
const certificate = makeCertificate();
const fronts: Awaited<ReturnType<typeof startHttp2Front>>[] = [];
const front = async (url: string): Promise<string> => {
  const started = await startHttp2Front(url, certificate);
  fronts.push(started);
  return started.url;
};
try {
  const targets = [
    target(REFERENCE, await front(bare.url)),
    target('/welcome', await front(`${server.url}/welcome`)),
    target('/v/{id}', await front(await findVoucher(server.url))),
    ...(before
      ? [
          target('before: /welcome', await front(`${before.url}/welcome`)),
          target('before: /v/{id}', await front(await findVoucher(before.url))),
        ]
      : []),
  ];
  await measure(targets, runs, values.only, [certificate.browserFlag]);
  console.log(
    `Medians of ${runs} runs over HTTP/2; ${POOR_LINE.roundTripMs} ms, ${POOR_LINE.kilobitsPerSecond} kbit/s, processor ${PROCESSOR_SLOWDOWN} times slower; in brackets: times ${REFERENCE}\n`,
  );
  console.log(renderPages(targets));
} finally {
  await Promise.all(fronts.map((each) => each.stop()));
  await Promise.all([server.stop(), before?.stop(), bare.stop()]);
}
