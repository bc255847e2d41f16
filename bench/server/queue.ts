import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import type { Injected } from '../../server/config/config.ts';
import { type BuiltServer, startBuiltServer } from '../../scripts/lib/built-server.ts';

const NODES = 2;
/** As Google allows in one connection. */
const STREAMS = 100;
const PEOPLE = 1_000;

const ACCOUNT = {
  type: 'service_account',
  project_id: 'bench',
  client_email: 'push@bench.iam.gserviceaccount.com',
  private_key_id: 'key-1',
};

const listen = async (server: Server | Http2Server): Promise<string> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

interface PushService {
  readonly env: Readonly<Record<string, string>>;
  /** Of each message: when it came, ms since the epoch. */
  readonly arrivals: { readonly id: number; readonly atMs: number }[];
  close(): void;
}

/** Takes each message over HTTP/2 after a pause, as one far away. */
async function startPushService(answerMs: number): Promise<PushService> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const arrivals: { id: number; atMs: number }[] = [];
  const fcm = createHttp2Server({ settings: { maxConcurrentStreams: STREAMS } });
  fcm.on('stream', (stream) => {
    const atMs = Date.now();
    let text = '';
    stream.setEncoding('utf8');
    stream.on('error', () => undefined);
    stream.on('data', (part: string) => (text += part));
    stream.on('end', () => {
      arrivals.push({ id: Number(/"id":"(\d+)"/.exec(text)?.[1]), atMs });
      setTimeout(() => {
        if (stream.destroyed) return;
        stream.respond({ ':status': 200 });
        stream.end('{"name":"projects/bench/messages/1"}');
      }, answerMs);
    });
  });
  const google = createServer((_request, response) => {
    response.end('{"access_token":"bench","expires_in":3599}');
  });
  const injected: Injected = {
    fcmUrl: await listen(fcm),
    googleTokenUrl: await listen(google),
  };
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return {
    arrivals,
    env: {
      FCM_SERVICE_ACCOUNT: JSON.stringify({ ...ACCOUNT, private_key: pem }),
      FCM_API_KEY: 'bench',
      FCM_APP_ID: '1:2:web:3',
      FCM_SENDER_ID: '123',
      FCM_VAPID_KEY: 'bench',
      GOODIES_TEST: JSON.stringify(injected),
    },
    close() {
      fcm.close();
      google.close();
    },
  };
}

const PLANT = [
  `insert into users (username, email, email_verified_at, password_hash, region, referral_code, created_at)
  select 'queue_' || n, 'queue_' || n || '@goodies.test', now(), 'x', 'nigeria', 'Q' || n, now()
  from generate_series(1, ${PEOPLE}) n`,
  `insert into sessions (user_id, token_hash, remember, user_agent, created_at, expires_at)
  select id, username, true, 'queue', now(), now() + interval '1 day' from users where username like 'queue_%'`,
  `insert into push_tokens (user_id, session_id, token, user_agent, platform, language, created_at, seen_at)
  select user_id, id, 'device-' || user_id, '', '', '', now(), now() from sessions where user_agent = 'queue'`,
];

/** Stores notifications of a kind, and a push of each, for people in turn. */
const TELL = `with told as (
    insert into notifications (user_id, kind, event_key, data, is_listed, priority, created_at)
    select user_id, $1, $2 || n, $3::jsonb, true, $4, now()
    from generate_series($5::int, $6::int) n
    join (select user_id, row_number() over (order by user_id) as place from push_tokens) token
      on place = n % ${PEOPLE} + 1
    returning id, user_id
  ), queued as (
    insert into push_deliveries (notification_id, token_id, due_at, priority)
    select told.id, token.id, now(), $4 from told join push_tokens token using (user_id)
  )
  select id from told`;

async function startNodes(env: Readonly<Record<string, string>>): Promise<BuiltServer[]> {
  const nodes: BuiltServer[] = [];
  // The first migrates.
  for (let n = 0; n < NODES; n += 1) nodes.push(await startBuiltServer({ flags: [], env }));
  return nodes;
}

export interface Queued {
  readonly databaseUrl: string;
  readonly waiting: number;
  readonly urgentPerSecond: number;
  readonly seconds: number;
  /** How long the push service takes for each message. */
  readonly answerMs: number;
}

export interface QueueFigures {
  readonly perSecond: number;
  /** Of each urgent message, from its commit to the push service. */
  readonly urgentMs: readonly number[];
  readonly urgentTold: number;
  readonly sent: number;
  readonly doubled: number;
  /** Told, and neither sent nor waiting. */
  readonly lost: number;
}

/** Two nodes push news that many wait for, while urgent messages come at a steady rate. */
export async function runQueue(queued: Queued): Promise<QueueFigures> {
  const { databaseUrl, waiting, urgentPerSecond, seconds, answerMs } = queued;
  const service = await startPushService(answerMs);
  const nodes = await startNodes({
    DATABASE_URL: databaseUrl,
    GOODIES_SECRET: 'a secret of nodes that share a queue',
    GOODIES_SANDBOX: '0',
    GOODIES_DEMO: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...service.env,
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tell = async (kind: string, priority: string, from: number, to: number) => {
    const data = {
      text: 'News',
      voucher: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      amount: 5,
      currency: 'NGN',
    };
    const expires = { expires_at: new Date(Date.now() + 600_000).toISOString(), username: 'uche' };
    const told = JSON.stringify(kind === 'release_code' ? { ...data, ...expires } : data);
    const { rows } = await client.query<{ id: string }>(TELL, [
      kind,
      `${kind}:`,
      told,
      priority,
      from,
      to,
    ]);
    return rows.map(({ id }) => Number(id));
  };
  try {
    for (const statement of PLANT) await client.query(statement);
    await client.query('begin');
    await tell('announcement', 'bulk', 1, waiting);
    await client.query('commit');
    const startMs = Date.now();
    const toldMs = new Map<number, number>();
    for (let n = 1; Date.now() - startMs < seconds * 1000; n += 1) {
      for (const id of await tell('release_code', 'urgent', n, n)) toldMs.set(id, Date.now());
      await delay(Math.max(0, startMs + (n * 1000) / urgentPerSecond - Date.now()));
    }
    const inTime = service.arrivals.filter(({ atMs }) => atMs >= startMs).length;
    const perSecond = inTime / ((Date.now() - startMs) / 1000);
    const areSent = (): boolean => {
      const sent = firsts(service);
      return [...toldMs.keys()].every((id) => sent.has(id));
    };
    for (let tries = 0; tries < 20 && !areSent(); tries += 1) await delay(500);
    await Promise.all(nodes.map((node) => node.stop()));
    const first = firsts(service);
    const { rows } = await client.query<{ n: string }>('select count(*) as n from push_deliveries');
    return {
      perSecond,
      urgentMs: [...toldMs].flatMap(([id, atMs]) => {
        const arrivedMs = first.get(id);
        return arrivedMs === undefined ? [] : [arrivedMs - atMs];
      }),
      urgentTold: toldMs.size,
      sent: first.size,
      doubled: service.arrivals.length - first.size,
      lost: waiting + toldMs.size - first.size - Number(rows[0]?.n),
    };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await client.end();
    service.close();
  }
}

const firsts = ({ arrivals }: PushService): Map<number, number> =>
  new Map(arrivals.toReversed().map(({ id, atMs }) => [id, atMs]));
