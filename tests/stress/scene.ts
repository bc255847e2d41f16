import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { minorToMajor } from '../../contract/money.ts';
import { REGIONS } from '../../contract/region-table.ts';
import { buildApp } from '../../server/app.ts';
import { composeDeps } from '../../server/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import { openPostgres } from '../../server/db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { checkBooks, faultsOf } from '../../server/ledger/check-books.ts';
import { createGiveaway } from '../../server/giveaways/create-giveaway.ts';
import { payFromWallet } from '../../server/vouchers/pay-from-wallet.ts';
import { addPerson, type Person } from '../fixtures/api/people.ts';
import { prepareDatabase } from '../fixtures/database.ts';
import { createDatabase } from '../fixtures/postgres.ts';

/** Codes and prizes of every giveaway here; two servers on one database share the secret. */
export const CODE = '4829104467320';
export const PRIZE_MINOR = 1_000_000n;
const SECRET = 'a secret that all servers of a test share';

type Settings = Readonly<Record<string, string>>;

/** A database on a real PostgreSQL with the server's parts on it, and the app in this process. */
export interface Scene {
  readonly deps: Deps;
  readonly app: FastifyInstance;
  /** What a server process needs to work on the same database. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * A scene of its own for a test file, on the system's clock.
 * @param settings on top of what every scene has
 */
export async function openScene(settings: Settings = {}): Promise<Scene> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-stress-'));
  const env = {
    DATABASE_URL: await createDatabase(prepareDatabase),
    GOODIES_SECRET: SECRET,
    GOODIES_DEMO: '0',
    GOODIES_SANDBOX: '1',
    LOG_LEVEL: 'fatal',
    ...settings,
  };
  const { config, faults } = readConfig({ ...env, DATA_DIR: dataDir });
  if (!config) throw new Error(faults.join('; '));
  const deps = composeDeps(config, openPostgres(env.DATABASE_URL), pino({ level: 'silent' }));
  await deps.jobs.start();
  const app = await buildApp(deps);
  return {
    deps,
    app,
    env,
    async close() {
      await app.close();
      await deps.jobs.stop();
      await deps.database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens a scene before a file's tests, proves the books after each of them, and closes it at the end. */
export function setUpScene(
  settings: () => Settings | Promise<Settings> = () => ({}),
  { checksBooks = true } = {},
): Omit<Scene, 'close'> {
  let opened: Scene | undefined;
  const current = (): Scene => {
    if (!opened) throw new Error('the scene of a test file opens with its first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await openScene(await settings());
  });
  if (checksBooks) afterEach(() => expectCleanBooks(current().deps));
  afterAll(() => opened?.close());
  return {
    get deps() {
      return current().deps;
    },
    get app() {
      return current().app;
    },
    get env() {
      return current().env;
    },
  };
}

/** @param ageMs how long they have had their accounts; newcomers guess one after the other */
export const addPeople = (
  deps: Deps,
  prefix: string,
  count: number,
  ageMs = 0,
): Promise<Person[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) => addPerson(deps, `${prefix}_${n}`, { ageMs })),
  );

/** A creator with just enough in the wallet for that many giveaways. */
export const addCreator = (deps: Deps, username: string, giveaways: number): Promise<Person> =>
  addPerson(deps, username, { walletMinor: BigInt(giveaways) * (PRIZE_MINOR + PRIZE_MINOR / 10n) });

type Fields = Parameters<typeof createGiveaway>[1]['fields'];
type Reveal = Omit<Fields, 'purpose' | 'amount' | 'currency' | 'code'>;

const BY_VIEWS: Reveal = {
  reveal_method: 'views',
  masked_digits: 2,
  entry_rule: 'everybody',
  second_reveal_views: 1_000_000,
};

/** How a lottery opens that is drawn then. */
export const drawnAt = (closes: Date): Reveal => ({
  reveal_method: 'lottery',
  final_reveal_time: closes.toISOString(),
});

const amountOf = ({ region }: Person) => ({
  amount: minorToMajor(PRIZE_MINOR),
  currency: REGIONS[region].currency,
});

/** Posts a giveaway that waits for its payment. @returns its ulid and number */
export async function postUnpaid(deps: Deps, creator: Person, reveal = BY_VIEWS) {
  const { body } = await createGiveaway(deps, {
    creatorId: creator.userId,
    fields: { purpose: 'giveaway', code: CODE, ...amountOf(creator), ...reveal },
    cover: undefined,
    requestKey: undefined,
  });
  return body.data;
}

/** Posts a giveaway and pays for it. @returns its ulid and number */
export async function openGiveaway(deps: Deps, creator: Person, reveal = BY_VIEWS) {
  const { ulid, id } = await postUnpaid(deps, creator, reveal);
  await payFromWallet(deps, {
    userId: creator.userId,
    body: { voucher_id: ulid, ...amountOf(creator) },
    requestKey: undefined,
  });
  return { ulid, id };
}

/** Posts a giveaway and pays for it. @returns its ulid */
export const postGiveaway = async (deps: Deps, creator: Person): Promise<string> =>
  (await openGiveaway(deps, creator)).ulid;

export async function expectCleanBooks(deps: Deps): Promise<void> {
  expect(faultsOf(await checkBooks(deps.db))).toEqual([]);
}
