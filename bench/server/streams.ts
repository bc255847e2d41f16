import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';
import pino from 'pino';

import { composeDeps } from '../../server/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import { tokenHash } from '../../server/config/secrets.ts';
import { type Change, noteChange } from '../../server/db/changes.ts';
import { openPostgres } from '../../server/db/database.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import type { Deps } from '../../server/deps.ts';
import { inLanes } from '../../server/lib/in-lanes.ts';
import { type BuiltServer, startBuiltServer } from '../../scripts/lib/built-server.ts';
import { processTime } from './processor-time.ts';

const SESSIONS_OF_USER = 10;
const OPENING_AT_ONCE = 50;
const TOLD_TO_ONE = 300;
const TOLD_TO_ALL = 20;
const PAUSE_ONE_MS = 150;
const PAUSE_ALL_MS = 1_500;
const LOST_AFTER_MS = 20_000;
const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const SETTLE_MS = 5_000;
const RETRY_MS = 500;

export interface StreamFigures {
  readonly streams: number;
  readonly kilobytesEach: number;
  readonly openedPerSecond: number;
  readonly fileDescriptors: number;
  /** Of one processor, while nothing is sent but comments. */
  readonly idleShare: number;
  /** From a commit at another node to the last arrival at the ten devices of one user. */
  readonly oneMs: readonly number[];
  /** The same to the last of all devices. */
  readonly allMs: readonly number[];
  /** Processor time of the node for an event to all devices. */
  readonly processorMsOfAll: number;
}

const tokenOf = (n: number): string => `stream-bench-token-${String(n).padStart(12, '0')}`;

async function plant(client: pg.Client, streams: number): Promise<void> {
  await client.query(
    `insert into users (username, email, email_verified_at, password_hash, region, referral_code, created_at)
    select 'stream_' || n, 'stream_' || n || '@goodies.test', now(), 'x', 'nigeria', 'S' || n, now()
    from generate_series(0, $1::int) n`,
    [Math.ceil(streams / SESSIONS_OF_USER)],
  );
  await client.query(
    `insert into sessions (user_id, token_hash, remember, user_agent, created_at, expires_at)
    select id, hash, true, '', now(), now() + interval '1 day'
    from unnest($1::text[]) with ordinality as given(hash, place)
    join users on username = 'stream_' || ((place - 1) / ${SESSIONS_OF_USER})`,
    [Array.from({ length: streams }, (_, n) => tokenHash(tokenOf(n)))],
  );
  await client.query(
    `insert into vouchers (ulid, purpose, type, status, creator_id, region, currency, amount, fee,
      code_encrypted, code_hash, masked_code, masked_digits, reveal_method, second_reveal_views, views,
      created_at, activated_at, expires_at)
    select $1, 'giveaway', 'goodies', 'active', min(id), 'nigeria', 'NGN', 100, 10, '', 'stream',
      '12345678901**', 2, 'views', 1000000, 0, now(), now(), now() + interval '1 day' from users`,
    [ULID],
  );
}

/** Devices with a stream open each, which tell when they get an event. */
async function openDevices(url: string, streams: number, onEvent: () => void) {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const answers: IncomingMessage[] = [];
  const open = (n: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      get(
        `${url}/api/v1/stream?vouchers=${ULID}`,
        { agent, headers: { authorization: `Bearer ${tokenOf(n)}` } },
        (answer) => {
          answers.push(answer);
          answer.on('error', () => undefined);
          answer.on('data', (chunk: Buffer) => {
            if (chunk.includes('event:')) onEvent();
          });
          resolve(answer.statusCode === 200);
        },
      ).on('error', reject);
    });
  await inLanes(
    Array.from({ length: streams }, (_, n) => n),
    OPENING_AT_ONCE,
    async (n) => {
      // A node that is too busy is asked again, as the app does.
      while (!(await open(n))) await delay(RETRY_MS);
    },
  );
  return () => {
    for (const answer of answers) answer.destroy();
  };
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

export interface StreamsAsked {
  readonly databaseUrl: string;
  readonly streams: number;
  readonly idleSeconds: number;
}

/** One node with many streams, and another, in this process, at which things change. */
export async function runStreams(asked: StreamsAsked): Promise<StreamFigures> {
  const { databaseUrl, streams } = asked;
  const env = {
    DATABASE_URL: databaseUrl,
    GOODIES_SECRET: 'a secret of nodes that share streams',
    GOODIES_DEMO: '0',
    STREAMS_MAX: `${streams}`,
  };
  const server = await startBuiltServer({ flags: [], env });
  const { config } = readConfig(env);
  if (!config) throw new Error('no configuration');
  const database = openPostgres(databaseUrl, { max: 4 });
  const deps = composeDeps(config, database, pino({ level: 'silent' }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await plant(client, streams);
    deps.changes.start();
    const counter = new Arrivals();
    const opened = await openAndRest(server, asked, counter);
    const told = await tellAll(server.pid, client, streams, (change, count) =>
      counter.measure(count, () => changeAt(deps, change)),
    );
    opened.close();
    return { streams, ...opened.figures, ...told };
  } finally {
    await deps.changes.stop();
    await database.close();
    await client.end();
    await server.stop();
  }
}

class Arrivals {
  #count = 0;
  #onArrival = (): void => undefined;

  add = (): void => {
    this.#count += 1;
    this.#onArrival();
  };

  /** @returns ms from the commit to the last of so many arrivals */
  async measure(count: number, commit: () => Promise<number>): Promise<number> {
    const awaited = this.#count + count;
    const heard = new Promise<void>((resolve, reject) => {
      const lost = setTimeout(() => reject(new Error('an event was lost')), LOST_AFTER_MS);
      this.#onArrival = () => {
        if (this.#count < awaited) return;
        clearTimeout(lost);
        resolve();
      };
    });
    const committedMs = await commit();
    await heard;
    return performance.now() - committedMs;
  }
}

async function openAndRest(
  { pid, url }: BuiltServer,
  { streams, idleSeconds }: StreamsAsked,
  { add }: Arrivals,
) {
  // The first stream warms up.
  const closeFirst = await openDevices(url, 1, () => undefined);
  closeFirst();
  await delay(SETTLE_MS);
  const bytesBefore = residentBytes(pid);
  const startMs = performance.now();
  const close = await openDevices(url, streams, add);
  const openedPerSecond = streams / ((performance.now() - startMs) / 1000);
  await delay(SETTLE_MS);
  const idleFrom = processTime(pid);
  await delay(idleSeconds * 1000);
  const figures = {
    openedPerSecond,
    idleShare: (processTime(pid) - idleFrom) / (idleSeconds * 1000),
    kilobytesEach: (residentBytes(pid) - bytesBefore) / streams / 1024,
    fileDescriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
  return { close, figures };
}

async function tellAll(
  pid: number,
  client: pg.Client,
  streams: number,
  tell: (change: Change, count: number) => Promise<number>,
) {
  const { rows } = await client.query<{ voucher: number; owner: number }>(
    `select id as voucher, (select id from users where username = 'stream_7') as owner
    from vouchers where ulid = $1`,
    [ULID],
  );
  const [ids] = rows;
  const oneMs: number[] = [];
  for (let n = 0; n < TOLD_TO_ONE; n += 1) {
    oneMs.push(await tell(`balance:${ids?.owner ?? 0}`, SESSIONS_OF_USER));
    await delay(PAUSE_ONE_MS);
  }
  const allMs: number[] = [];
  const allFrom = processTime(pid);
  for (let n = 0; n < TOLD_TO_ALL; n += 1) {
    allMs.push(await tell(`voucher:${ids?.voucher ?? 0}`, streams));
    await delay(PAUSE_ALL_MS);
  }
  return { oneMs, allMs, processorMsOfAll: (processTime(pid) - allFrom) / TOLD_TO_ALL };
}

/** @returns when it was committed */
async function changeAt({ db }: Pick<Deps, 'db'>, change: Change): Promise<number> {
  await inTransaction(db, async (tx) => noteChange(tx, change));
  return performance.now();
}
