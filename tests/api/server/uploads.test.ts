import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { buildApp } from '../../../server/app.ts';
import { createUploadRoom, type UploadLimits } from '../../../server/http/upload-room.ts';
import { flatPicture, mp4 } from '../../fixtures/cover-files.ts';
import { GIVEAWAY } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { fieldPart, filePart, rawForm } from '../../fixtures/api/raw-form.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const KIB = 1024;
/** A room for two films of a test. */
const LIMITS = { maxBytes: 900 * KIB, maxOfUser: 2, stallMs: 60_000, maxMs: 60_000 };
const FILM = mp4(400 * KIB);

const test = setUpApp();
let app: FastifyInstance;
let origin: URL;
let folder: string;
let person: Person;

/** Starts a server with such a room. */
async function open(limits: UploadLimits): Promise<void> {
  folder = join(test.deps.config.dataDir, `uploads_${test.round}`);
  app = await buildApp({ ...test.deps, uploads: createUploadRoom(folder, limits) });
  origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
}

beforeEach(async () => {
  person = await addPerson(test.deps, `uploader_${test.round}`);
});

const form = (file: Buffer) =>
  rawForm([
    ...Object.entries(GIVEAWAY).map(([name, value]) => fieldPart(name, value)),
    filePart('ad_cover', 'film.mp4', file),
  ]);

/** Begins to send a form and stops before its end. */
function sendHalf(who: Person, file = FILM): Socket {
  const { body, headers } = form(file);
  const socket = connect(Number(origin.port), origin.hostname);
  const head = [
    'POST /api/v1/vouchers HTTP/1.1',
    `host: ${origin.host}`,
    `authorization: Bearer ${who.token}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, body.length - 100));
  return socket;
}

/** All of a form at once. */
async function sendWhole(who: Person, file: Buffer = FILM): Promise<Response> {
  const { body, headers } = form(file);
  return fetch(new URL('/api/v1/vouchers', origin), {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${who.token}` },
    body: new Uint8Array(body),
  });
}

/** What lies on disk of uploads, bytes. */
const bytesThere = (): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
const uploadsThere = (): number => readdirSync(folder).length;

it.each([
  ['stops arriving', { ...LIMITS, stallMs: 300 }],
  ['takes too long', { ...LIMITS, maxMs: 300 }],
])('a form that %s is answered and closed, and its file goes', async (_what, limits) => {
  await open(limits);
  const socket = sendHalf(person);
  // Read to the end: the server closes a connection that it waits for no longer.
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"upload_stalled"');
  await expect.poll(uploadsThere).toBe(0);
  await app.close();
});

describe('uploads', () => {
  beforeAll(() => open(LIMITS));
  afterAll(() => app.close());

  it('a form waits on disk, and goes with the caller who hangs up', async () => {
    const socket = sendHalf(person);
    await expect.poll(bytesThere).toBeGreaterThan(300 * KIB);
    socket.destroy();
    await expect.poll(uploadsThere).toBe(0);
  });

  it('all uploads together have one bound; past it there is a 503, and room again afterwards', async () => {
    const [kofi, uche] = [
      await addPerson(test.deps, `kofi_${test.round}`),
      await addPerson(test.deps, `uche_${test.round}`),
    ];
    const halves = [sendHalf(person), sendHalf(kofi)];
    await expect.poll(bytesThere).toBeGreaterThan(700 * KIB);
    const refused = await sendWhole(uche);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ success: false, code: 'busy' });
    for (const socket of halves) socket.destroy();
    await expect.poll(uploadsThere).toBe(0);
    expect((await sendWhole(uche)).status).toBe(201);
  });

  it('one account has two uploads at a time, and keeps nobody else from theirs', async () => {
    const kofi = await addPerson(test.deps, `kofi_${test.round}`);
    const small = await flatPicture('png');
    const halves = [sendHalf(person, small), sendHalf(person, small)];
    await expect.poll(uploadsThere).toBe(2);
    const refused = await sendWhole(person, small);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sendWhole(kofi, small)).status).toBe(201);
    for (const socket of halves) socket.destroy();
    await expect.poll(uploadsThere).toBe(0);
    expect((await sendWhole(person, small)).status).toBe(201);
  });
});
