import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { setUpApp } from '../../fixtures/api/set-up.ts';
import { startTestApp } from '../../fixtures/api/test-app.ts';

const test = setUpApp({ env: { PUBLIC_ORIGIN: 'https://goodies.test' } });

const STRICT = 'max-age=31536000; includeSubDomains';
const PATHS = [
  '/healthz',
  '/metrics',
  '/api/v1/regions',
  '/api/v1/vouchers',
  '/api/v1/nothing',
  '/api/docs/static/index.html',
  '/covers/01ARZ3NDEKTSV4RRFFQ69G5FAV/160-0123456789ab.webp',
  '/nothing-here',
  '/%E0%A4%A',
  `/api/v1/vouchers/${'x'.repeat(300)}`,
  '/sandbox/mail',
];

let origin: Promise<string> | undefined;
/** A connection to the app, for what no client of HTTP would send. */
async function openSocket() {
  origin ??= test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port, hostname } = new URL(await origin);
  return connect(Number(port), hostname);
}

it.each(PATHS)(
  '%s: its kind is not guessed, it stands in no frame and asks for https',
  async (path) => {
    const { headers } = await test.app.inject({ url: path, headers: { accept: 'text/html' } });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBe(STRICT);
    const policy = String(headers['content-security-policy']);
    // The page of the documentation is a library's, with scripts.
    const isDocs = path.startsWith('/api/docs');
    expect(policy).toContain(isDocs ? "script-src 'self'" : "default-src 'none'");
    if (!isDocs) expect(policy).toContain("frame-ancestors 'none'");
  },
);

it('neither is forgotten where what came is no HTTP', async () => {
  const socket = await openSocket();
  socket.write('GET / HTTP/9.9\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
  expect(answer).toContain('\r\ncache-control: no-store\r\n');
  expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/);
  expect(answer).toContain(`\r\nstrict-transport-security: ${STRICT}\r\n`);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'malformed' });
});

it('HEAD is answered without a body also where its headers are too long to be read', async () => {
  const socket = await openSocket();
  socket.write(`HEAD /${'x'.repeat(40_000)} HTTP/1.1\r\n`);
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(body).toBe('');
});

it('https is not asked of people who come without it', async () => {
  const plain = await startTestApp();
  const { headers } = await plain.app.inject('/healthz');
  await plain.close();
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers).not.toHaveProperty('strict-transport-security');
});
