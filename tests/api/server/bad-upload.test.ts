import { readdirSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { COVER_IMAGE_MAX_BYTES, COVER_VIDEO_MAX_BYTES } from '../../../contract/constants.ts';
import { buildApp } from '../../../server/app.ts';

import { flatPicture, mp4, pixelBomb, webm, windowsProgram } from '../../fixtures/cover-files.ts';
import { GIVEAWAY } from '../../fixtures/api/giveaways.ts';
import { setStage, type Stage } from '../../fixtures/api/good-bodies.ts';
import { fieldPart, filePart, part, rawForm } from '../../fixtures/api/raw-form.ts';
import { expectRefusal } from '../../fixtures/api/refusal.ts';
import { digestTables } from '../../fixtures/api/table-digest.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
let stage: Stage;
let png: Buffer;

beforeAll(async () => {
  stage = await setStage(test);
  png = await flatPicture('png');
});

const goodFields = (): Buffer[] =>
  Object.entries(GIVEAWAY).map(([name, text]) => fieldPart(name, text));

/** Sends both forms that take a cover, made of these parts; each is refused and leaves nothing behind. */
async function expectRefused(
  parts: readonly Buffer[],
  { mistake, code }: { mistake?: Parameters<typeof rawForm>[1]; code?: string | undefined } = {},
): Promise<void> {
  await test.deps.db.delete(rateLimits);
  const before = [await digestTables(test), coverFiles()];
  const forms = {
    '/vouchers': rawForm([...goodFields(), ...parts], mistake),
    [`/vouchers/${stage.active.ulid}/update-cover`]: rawForm(parts, mistake),
  };
  for (const [path, form] of Object.entries(forms)) {
    const reply = await test.call('POST', path, { token: stage.ada.token, ...form });
    expectRefusal(reply, path);
    if (code !== undefined) expect(reply.body['code']).toBe(code);
  }
  expect([await digestTables(test), coverFiles()]).toEqual(before);
}

const coverFiles = (): string[] =>
  readdirSync(test.deps.config.dataDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.startsWith('covers/'),
  );

describe('a cover that is none', () => {
  const svg =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const files: readonly (readonly [string, () => Buffer | Promise<Buffer>, string?])[] = [
    ['a program called .png', windowsProgram],
    ['a text called .png', () => Buffer.from('I am a picture, believe me')],
    ['a page called .png', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG with a script', () => Buffer.from(svg)],
    ['an archive', () => Buffer.from('504b0304140000000000', 'hex')],
    ['half a picture', () => png.subarray(0, Math.floor(png.length / 2))],
    ['the first bytes of a picture', () => png.subarray(0, 24)],
    ['a GIF', () => flatPicture('gif')],
    ['a TIFF', () => flatPicture('tiff')],
    ['null bytes', () => Buffer.alloc(4_096)],
    ['a single byte', () => Buffer.from([0])],
    ['sound alone', () => mp4(2000, { codec: 'mp4a' })],
    ['sound alone in a WebM', () => webm(2000, 'sound')],
    ['a film that is cut off', () => mp4(2000).subarray(0, 1500)],
    ['a WebM that is cut off', () => webm(2000).subarray(0, 1500)],
    ['a picture that unpacks to gigabytes', () => pixelBomb(40_000), 'cover_too_many_pixels'],
    [
      'a picture one byte over 5 MB',
      () => Buffer.concat([png, Buffer.alloc(COVER_IMAGE_MAX_BYTES + 1 - png.length)]),
      'payload_too_large',
    ],
    ['a video one byte over 25 MB', () => mp4(COVER_VIDEO_MAX_BYTES + 1), 'payload_too_large'],
  ];
  const rows = files.map(([what, bytesOf, code = 'cover_invalid']) => ({ what, bytesOf, code }));
  it.each(rows)('$what', async ({ bytesOf, code }) => {
    await expectRefused([filePart('ad_cover', 'cover.png', await bytesOf())], { code });
  });
});

describe('a form with something wrong in it', () => {
  const cover = (name = 'cover.png'): Buffer => filePart('ad_cover', name, png);
  const film = (): Buffer => filePart('ad_cover', 'film.mp4', mp4(2_000));
  const JSON_TEXT =
    'Content-Disposition: form-data; name="ad_copy"\r\nContent-Type: application/json';
  const codes: Readonly<Record<string, string>> = {
    'a cover under another name': 'validation_failed',
    'a field that comes twice': 'validation_failed',
    'a field called constructor': 'malformed',
  };
  const parts: Readonly<Record<string, () => Buffer[]>> = {
    'two covers': () => [cover(), cover()],
    'three files': () => [cover(), filePart('ad_poster', 'a.png', png), cover()],
    'a poster of a picture': () => [cover(), filePart('ad_poster', 'poster.png', png)],
    'a poster of nothing': () => [filePart('ad_poster', 'poster.png', png)],
    'a poster that is a video': () => [film(), filePart('ad_poster', 'poster.png', mp4(2_000))],
    'a poster that is a program': () => [
      film(),
      filePart('ad_poster', 'poster.png', windowsProgram()),
    ],
    'a cover under another name': () => [filePart('avatar', 'cover.png', png)],
    'a text where the cover belongs': () => [fieldPart('ad_cover', 'cover.png')],
    'an unknown field': () => [cover(), fieldPart('is_admin')],
    'a field that comes twice': () => [
      cover(),
      ...['a', 'b'].map((text) => fieldPart('ad_copy', text)),
    ],
    'a polluted prototype': () => [cover(), fieldPart('__proto__', '{"admin":true}')],
    'a field called constructor': () => [cover(), fieldPart('constructor')],
    'a file called __proto__': () => [filePart('__proto__', 'cover.png', png)],
    'a field without a name': () => [cover(), part('Content-Disposition: form-data')],
    'a null byte in a name': () => [cover(), fieldPart('ad_copy\u0000')],
    'a null byte in a text': () => [cover(), fieldPart('ad_copy', 'a\u0000b')],
    'bytes that are no text': () => [cover(), fieldPart('ad_copy', Buffer.from([0xff, 0xfe, 0]))],
    'a name of 5,000 letters': () => [cover(), fieldPart('x'.repeat(5_000))],
    'a text of a million letters': () => [cover(), fieldPart('ad_copy', 'x'.repeat(1_000_000))],
    'a hundred fields': () => Array.from({ length: 100 }, (_, n) => fieldPart(`field_${n}`)),
    'JSON for a text': () => [part(JSON_TEXT, '{"a":1}')],
    'broken JSON for a text': () => [part(JSON_TEXT, '{"a":')],
  };
  it.each(Object.entries(parts))('%s', async (what, partsOf) => {
    await expectRefused(partsOf(), { code: codes[what] });
  });
});

describe('a form that is put together wrongly', () => {
  const codes: Readonly<Record<string, string>> = {
    'no boundary': 'malformed',
    'no end': 'malformed',
    'JSON for its type': 'malformed',
  };
  const mistakes: Readonly<Record<string, Parameters<typeof rawForm>[1]>> = {
    'no boundary': { type: 'multipart/form-data' },
    'another boundary': { type: 'multipart/form-data; boundary=another' },
    'an empty boundary': { type: 'multipart/form-data; boundary=' },
    'a boundary of 5,000 letters': { type: `multipart/form-data; boundary=${'x'.repeat(5_000)}` },
    'no end': { end: '' },
    'JSON for its type': { type: 'application/json' },
    'plain text for its type': { type: 'text/plain' },
    'a plain form for its type': { type: 'application/x-www-form-urlencoded' },
    'a mixed form for its type': { type: 'multipart/mixed; boundary=goodies-raw-form' },
  };
  it.each(Object.entries(mistakes))('%s', async (what, mistake) => {
    await expectRefused([filePart('ad_cover', 'cover.png', png)], { mistake, code: codes[what] });
  });
});

describe("a cover for another creator's giveaway", () => {
  it('is refused, whatever its state, and without a proved address', async () => {
    const { kofi, uche, pending, active, privateOne } = stage;
    const before = [await digestTables(test), coverFiles()];
    for (const { token } of [kofi, uche]) {
      for (const { ulid, id } of [pending, active, privateOne]) {
        for (const name of [ulid, String(id)]) {
          const form = rawForm([filePart('ad_cover', 'cover.png', png)]);
          const reply = await test.call('POST', `/vouchers/${name}/update-cover`, {
            token,
            ...form,
          });
          expectRefusal(reply, name);
          expect([403, 404]).toContain(reply.status);
        }
      }
    }
    expect([await digestTables(test), coverFiles()]).toEqual(before);
  });
});

describe('a refused upload that is still on its way', () => {
  it('is answered, and does not keep the server from stopping', async () => {
    const app = await buildApp(test.deps);
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const form = rawForm([filePart('avatar', 'cover.png', Buffer.alloc(COVER_VIDEO_MAX_BYTES))]);
    const response = await fetch(`${origin}/api/v1/vouchers`, {
      method: 'POST',
      headers: { ...form.headers, authorization: `Bearer ${stage.ada.token}` },
      body: new Uint8Array(form.body),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: { avatar: expect.any(Array) as unknown },
    });
    await app.close();
  });
});

describe('without its fault', () => {
  it('each form is taken, and its files are kept', async () => {
    const { token } = stage.ada;
    const cover = filePart('ad_cover', 'cover.png', png);
    const before = coverFiles().length;
    const posted = await test.call('POST', '/vouchers', {
      token,
      ...rawForm([...goodFields(), cover]),
    });
    expect(posted.status, posted.text).toBe(201);
    const path = `/vouchers/${stage.active.ulid}/update-cover`;
    const updated = await test.call('POST', path, { token, ...rawForm([cover]) });
    expect(updated.status, updated.text).toBe(200);
    expect(coverFiles().length).toBeGreaterThan(before);
  });
});
