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
