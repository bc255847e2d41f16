import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { sendFile } from './send-file.ts';

const FILE = {
  type: 'text/html; charset=utf-8',
  etag: '"abc"',
  cacheControl: 'no-cache',
  identity: Buffer.from('plain'),
  br: Buffer.from('brotli'),
  gzip: Buffer.from('gzip'),
};

async function get(headers: Record<string, string>, status?: number) {
  const app = Fastify();
  app.get('/', (request, reply) => sendFile(request, reply, FILE, status));
  return app.inject({ url: '/', headers });
}

it.each([
  ['gzip, deflate, br', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
  ['identity', undefined, 'plain'],
  ['brr', undefined, 'plain'],
])('to %s it sends %s', async (accepted, coding, body) => {
  const answer = await get({ 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(answer.body).toBe(body);
  expect(answer.headers['vary']).toBe('Accept-Encoding');
});

it('says 304 to who has it, also with a weak validator', async () => {
  for (const tag of ['"abc"', 'W/"abc"', '"x", "abc"']) {
    const answer = await get({ 'if-none-match': tag });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
  }
});

it('never says 304 for a page that is not found', async () => {
  expect((await get({ 'if-none-match': '"abc"' }, 404)).statusCode).toBe(404);
});
