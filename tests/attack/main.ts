/**
 * `npm run attack`: plays farms against a server with demo data, the one at `--url` or the built one, and prints
 * what opening a digit by views costs them as a table for docs/farms.md.
 */
import { parseArgs } from 'node:util';

import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { openDigit, type Means, type Outcome } from './farm.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    views: { type: 'string', default: '100' },
    devices: { type: 'string', default: '1000' },
    cores: { type: 'string', default: '2' },
    networks: { type: 'string', default: '4' },
  },
});
const [threshold, devices, cores, networks] = [
  values.views,
  values.devices,
  values.cores,
  values.networks,
].map(Number);
if (!threshold || !devices || !cores || !networks) {
  console.error(
    'usage: npm run attack -- [--url URL] [--views N] [--devices N] [--cores N] [--networks N]',
  );
  process.exit(2);
}

const FARMS: readonly (readonly [string, Means])[] = [
  ['invented ids, one network', { works: false, networks: 1, cores, devices }],
  [`invented ids, ${networks} networks`, { works: false, networks, cores, devices }],
  ['proven devices, one network', { works: true, networks: 1, cores, devices }],
  [`proven devices, ${networks} networks`, { works: true, networks, cores, devices }],
];

const rowOf = (name: string, outcome: Outcome): string =>
  [
    '',
    name,
    outcome.opened ? 'yes' : 'no',
    outcome.views,
    outcome.devices,
    outcome.work,
    outcome.cpuSeconds.toFixed(1),
    outcome.seconds.toFixed(1),
    '',
  ]
    .join(' | ')
    .trim();

const server = values.url ? undefined : await startBuiltServer({ env: { TRUST_PROXY: '1' } });
const url = values.url ?? server?.url ?? '';
try {
  console.log(`A digit at ${threshold} views, at most ${devices} devices, ${cores} at a time.\n`);
  console.log('| farm | opened | views that counted | devices | work | CPU s | s |');
  console.log('| --- | --- | --: | --: | --: | --: | --: |');
  for (const [name, means] of FARMS)
    console.log(rowOf(name, await openDigit(url, threshold, means)));
} finally {
  await server?.stop();
}
