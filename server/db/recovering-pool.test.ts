import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { RecoveringPool } from './recovering-pool.ts';

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

it('a database that goes in the moment in which it welcomes a connection ends no process', async () => {
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => socket.end(Buffer.concat([WELCOME, READY, SHUTTING_DOWN])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new RecoveringPool({ host: '127.0.0.1', port, user: 'goodies' });
  pool.on('error', () => undefined);
  const client = await pool.connect();
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminated/);
  client.release();
  await pool.end();
  server.close();
});

it('a connection to a server that takes no writes is not used again', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(Buffer.concat([WELCOME, READY]));
        socket.once('data', () => socket.write(Buffer.concat([READ_ONLY, READY])));
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new RecoveringPool({ host: '127.0.0.1', port, user: 'goodies' });
  for (let turn = 1; turn <= 2; turn += 1) {
    const client = await pool.connect();
    await expect(client.query('insert')).rejects.toMatchObject({ code: '25006' });
    client.release();
    expect(connections).toBe(turn);
  }
  await pool.end();
  server.close();
});
