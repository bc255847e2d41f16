/**
 * `npm run attack`: plays farms against a server with demo data, the one at `--url` or the built one, and prints
 * what they get and what it costs them, as tables for docs/farms.md; with `--play pool,views` only some of it. Work is counted in units, so that neither the
 * machine nor `--work`, the steps of a unit that the built server asks for, makes a difference.
 */
import { parseArgs } from 'node:util';

import { TOP_SHARERS } from '../../contract/constants.ts';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { makeAccounts, type FarmAccount } from './accounts.ts';
import { opensAt, postGiveaway } from './api.ts';
import { guessForAnHour, UNIT_SECONDS, type AccountFarm } from './guess-farm.ts';
import { enterLotteries } from './lottery-farm.ts';
import { takePool, type PoolFarm } from './pool-farm.ts';
import { openDigit, type DeviceFarm } from './views-farm.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    play: { type: 'string', default: 'guesses,two-digits,lottery,pool,views' },
    work: { type: 'string', default: '1' },
    views: { type: 'string', default: '1000' },
    devices: { type: 'string', default: '1200' },
    accounts: { type: 'string', default: '100' },
    phones: { type: 'string', default: '20' },
    cores: { type: 'string', default: '2' },
    networks: { type: 'string', default: '4' },
    lotteries: { type: 'string', default: '4' },
  },
});
/** Each farm of devices has addresses of its own. */
const NETWORKS_MAX = 50;
const { url: given, work, play, ...rest } = values;
const numbers = Object.values(rest).map(Number);
if (
  numbers.some((value) => !Number.isInteger(value) || value < 1) ||
  Number(values.networks) > NETWORKS_MAX
) {
  console.error(
    'usage: npm run attack -- [--url URL | --work N] [--play guesses,two-digits,lottery,pool,views] [--views N] [--devices N] [--accounts N] [--phones N] [--cores N] [--networks N] [--lotteries N]',
  );
  process.exit(2);
}
const [threshold, devices, accounts, phones, cores, networks, lotteries] = [
  values.views,
  values.devices,
  values.accounts,
  values.phones,
  values.cores,
  values.networks,
  values.lotteries,
].map(Number) as [number, number, number, number, number, number, number];

const DAY_HOURS = 24;
const row = (...cells: readonly (string | number)[]): void =>
  console.log(`| ${cells.join(' | ')} |`);
const units = (amount: number): string => Math.round(amount).toLocaleString('en');
/** How long the farm's cores take. */
const timeOf = (work: number): string => duration((work * UNIT_SECONDS) / cores / 3_600);
const duration = (hours: number): string => {
  if (hours < 1 / 60) return `${(hours * 3_600).toFixed(0)} s`;
  if (hours < 1) return `${(hours * 60).toFixed(0)} min`;
  return hours < 2 * DAY_HOURS ? `${hours.toFixed(1)} h` : `${(hours / DAY_HOURS).toFixed(1)} days`;
};

async function playViews(url: string): Promise<void> {
  const farm = { cores, devices };
  const farms: readonly (readonly [string, DeviceFarm])[] = [
    ['invented ids, one network', { ...farm, works: false, networks: 1, firstNetwork: 50 }],
    [`invented ids, ${networks} networks`, { ...farm, works: false, networks, firstNetwork: 100 }],
    ['proven devices, one network', { ...farm, works: true, networks: 1, firstNetwork: 150 }],
    [`proven devices, ${networks} networks`, { ...farm, works: true, networks, firstNetwork: 200 }],
  ];
  console.log(`\nA digit at ${threshold} views, at most ${devices} devices.\n`);
  row('farm', 'opened', 'views that counted', 'devices', 'work', `time on ${cores} cores`);
  row('---', '---', '--:', '--:', '--:', '--:');
  for (const [name, farm] of farms) {
    const { opened, views, devices: used, work: done } = await openDigit(url, threshold, farm);
    row(name, opened ? 'yes' : 'no', units(views), units(used), units(done), timeOf(done));
  }
}

async function playGuesses(
  url: string,
  farms: readonly (readonly [string, AccountFarm])[],
): Promise<void> {
  console.log('\nGuessing, for an hour of work at most; half of the codes have to be tried.\n');
  row('farm', 'guesses played', 'their work', 'in an hour', '2 digits', '3 digits', '4 digits');
  row('---', '--:', '--:', '--:', '--:', '--:', '--:');
  for (const [name, farm] of farms) {
    const fields = {
      masked_digits: 4,
      reveal_method: 'views',
      first_reveal_views: 1_000_000,
      second_reveal_views: 2_000_000,
    };
    const { ulid } = await postGiveaway(url, fields);
    const { played, work: done, inAnHour } = await guessForAnHour(url, ulid, farm);
    const times = [100, 1_000, 10_000].map((codes) => duration(codes / 2 / inAnHour));
    row(name, played, units(done), units(inAnHour), ...times);
  }
}

async function playTwoDigits(url: string, [name, farm]: readonly [string, AccountFarm]) {
  const { ulid } = await postGiveaway(url, opensAt(1_000_000));
  const { played, work: done, hasWon } = await guessForAnHour(url, ulid, farm);
  const outcome = hasWon ? 'won' : 'not won within the hour';
  console.log(
    `\nTwo digits, played by ${name}: ${outcome}, ${played} guesses, ${units(done)} units.`,
  );
}

async function playLotteries(url: string, [name, farm]: readonly [string, AccountFarm]) {
  const { entries, won, work: done } = await enterLotteries(url, lotteries, farm);
  console.log(
    `\nLotteries with two digits in the hour before their draw, by ${name}: ${won} of ${lotteries} won, with ${entries} entries in all, ${units(done)} units.`,
  );
}

async function playPool(url: string, name: string, farm: PoolFarm): Promise<void> {
  const { fee, taken, work: done } = await takePool(url, farm);
  console.log(
    `\nA pool that nobody else shares, by ${farm.sharers.length} accounts, ${name}: ₦${taken} of a fee of ₦${fee}, ${units(done)} units.`,
  );
}

const server = given
  ? undefined
  : await startBuiltServer({ env: { TRUST_PROXY: '1', GOODIES_WORK: work } });
const url = given ?? server?.url ?? '';
try {
  const made = new Map<boolean, readonly FarmAccount[]>();
  const accountsOf = async (
    isVerified: boolean,
    needed = accounts,
  ): Promise<readonly FarmAccount[]> => {
    const known = made.get(isVerified);
    if (known && known.length >= needed) return known;
    const all = await makeAccounts(url, needed, isVerified);
    made.set(isVerified, all);
    const done = all.reduce((sum, account) => sum + account.work, 0);
    const kind = isVerified ? 'verified' : 'unverified';
    console.log(`\n${needed} ${kind} accounts in a row took ${units(done)} units.`);
    return all;
  };
  const farmOf = async (isVerified: boolean): Promise<AccountFarm> => ({
    accounts: await accountsOf(isVerified),
    devices: phones,
    networks: 1,
    cores,
  });
  const unverified = async () => ['unverified accounts, one network', await farmOf(false)] as const;
  const games: Readonly<Record<string, () => Promise<void>>> = {
    guesses: async () => {
      const [name, farm] = await unverified();
      await playGuesses(url, [
        [name, farm],
        [`unverified accounts, ${networks} networks`, { ...farm, networks }],
        ['verified accounts, one network', await farmOf(true)],
      ]);
    },
    'two-digits': async () => playTwoDigits(url, await unverified()),
    lottery: async () => playLotteries(url, await unverified()),
    pool: async () => {
      const [winner, ...others] = await accountsOf(false);
      if (!winner) throw new Error('no accounts were made');
      const sharers = others.slice(0, TOP_SHARERS);
      await playPool(url, 'visitors without an account', { sharers, winner });
      const visitors = await accountsOf(true, TOP_SHARERS);
      await playPool(url, 'as many verified visitors', { sharers, visitors, winner });
    },
    views: () => playViews(url),
  };
  for (const name of play.split(',')) await games[name]?.();
} finally {
  await server?.stop();
}
