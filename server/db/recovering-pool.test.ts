import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';

import { dropNames, RecoveringPool, prepareRepeated, wrapQuery } from './recovering-pool.ts';

/** A message of PostgreSQL's protocol: its kind, its length, its content. */
function messageOf(kind: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, content]);
}

const WELCOME = messageOf('R', Buffer.alloc(4));
const READY = messageOf('Z', Buffer.from('I'));
const READ_ONLY = messageOf('E', Buffer.from('SERROR\0C25006\0Mread-only transaction\0\0'));
const SHUTTING_DOWN = messageOf('E', Buffer.from('SFATAL\0C57P01\0Mshutting down\0\0'));

/** A server that does this once a client has said who it is. */
async function serve(welcome: (socket: Socket) => void): Promise<pg.ClientConfig> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => welcome(socket));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, user: 'goodies' };
}

it('a database that goes in the moment in which it welcomes a connection ends no process', async () => {
  const goesAway = (socket: Socket) => socket.end(Buffer.concat([WELCOME, READY, SHUTTING_DOWN]));
  const pool = new RecoveringPool(await serve(goesAway));
  pool.on('error', () => undefined);
  const client = await pool.connect();
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminated/);
  client.release();
  await pool.end();
});

it('a connection to a server that takes no writes is not used again', async () => {
  let connections = 0;
  const settings = await serve((socket) => {
    connections += 1;
    socket.write(Buffer.concat([WELCOME, READY]));
    socket.once('data', () => socket.write(Buffer.concat([READ_ONLY, READY])));
  });
  const pool = new RecoveringPool(settings);
  for (let turn = 1; turn <= 2; turn += 1) {
    const client = await pool.connect();
    await expect(client.query('insert')).rejects.toMatchObject({ code: '25006' });
    client.release();
    expect(connections).toBe(turn);
  }
  await pool.end();
});

/** What of `pg` is not documented and the patches need: an update of the driver that changes it fails here. */
describe('the driver', () => {
  it('sends statements on a socket that can be corked', () => {
    const { connection } = new pg.Client() as unknown as { connection: { stream: Socket } };
    expect(connection.stream).toMatchObject({
      cork: expect.any(Function) as unknown,
      uncork: expect.any(Function) as unknown,
    });
  });

  it('asks through the method that is replaced, also for drizzle, whose transactions begin with “begin”', async () => {
    const asked: unknown[] = [];
    const client = new pg.Client();
    wrapQuery(client, () => (statement) => {
      asked.push(statement);
      return Promise.resolve({ rows: [] });
    });
    const db = drizzle(client);
    await db.transaction((tx) => tx.execute(sql`select ${1}`));
    expect(asked).toMatchObject([
      { text: expect.stringMatching(/^begin( |$)/) },
      { text: 'select $1' },
      { text: 'commit' },
    ]);
  });

  it('names the time-out of an answer, and tells whether a transaction is open', async () => {
    const settings = await serve((socket) => socket.write(Buffer.concat([WELCOME, READY])));
    const client = new pg.Client({ ...settings, query_timeout: 50 });
    client.on('error', () => undefined);
    await client.connect();
    expect(client.getTransactionStatus()).toBe('I');
    await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
    await client.end().catch(() => undefined);
  });
});

/** A connection that tells by which name it was asked. */
function connection() {
  const client = { query: (statement: { readonly name?: string } | string) => statement };
  prepareRepeated(client as unknown as pg.ClientBase);
  const query = client.query as (statement: object | string, values?: unknown[]) => unknown;
  return (text: string, values: unknown[] = [1]): unknown =>
    (query({ text }, values) as { readonly name?: string }).name;
}

it('prepares a statement with values once it was sent for the third time, on each connection by one name', () => {
  const [ask, other] = [connection(), connection()];
  const names = [ask('select $1'), ask('select $1'), ask('select $1'), other('select $1')];
  expect(names).toEqual([undefined, undefined, expect.any(String), names[2]]);
  expect(ask('select $1 + 1')).toBeUndefined();
});

it('leaves alone what has a name already, no values, or is plain text', () => {
  const client = { query: (...args: unknown[]) => args };
  prepareRepeated(client as unknown as pg.ClientBase);
  for (const args of [[{ text: 'a', name: 'named' }, [1]], [{ text: 'begin' }, []], ['commit']])
    for (let sent = 0; sent < 4; sent += 1) expect(client.query(...args)).toEqual(args);
});

it('sends a statement without its name where the next one may reach a server that knows none', () => {
  const client = { query: (...args: unknown[]) => args };
  dropNames(client as unknown as pg.ClientBase);
  expect(client.query({ name: 'named', text: 'a' }, [1])).toEqual([{ text: 'a' }, [1]]);
  for (const args of [[{ text: 'b' }, [1]], ['commit']])
    expect(client.query(...args)).toEqual(args);
});

it('never prepares more statements than a server has, however many are put together for one call', () => {
  const ask = connection();
  const sendThrice = (text: string) => [ask(text), ask(text), ask(text)].at(-1);
  for (let n = 0; n < 1_100; n += 1) ask(`select ${n} = $1`);
  expect(sendThrice('select $1 = 1')).toBeUndefined();
});
