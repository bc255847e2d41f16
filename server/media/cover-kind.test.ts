import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { coverKindOf } from '../../contract/vouchers/cover-kind.ts';
import { flatPicture, mp4, webm, windowsProgram } from '../../tests/fixtures/cover-files.ts';

const demo = (name: string): Buffer =>
  readFileSync(new URL(`../sandbox/demo/covers/${name}`, import.meta.url));

/** Where the pictures of an MP4 begin. */
const mp4Head = mp4(1000).indexOf('mdat') - 4;

test.each([
  ['a PNG', await flatPicture('png'), 'image/png'],
  ['a WebP', demo('city-bus.webp'), 'image/webp'],
  ['an AVIF', await flatPicture('avif'), 'image/avif'],
  ['an MP4', mp4(1000), 'video/mp4'],
  ['a 3GP of a phone', mp4(1000, { brand: '3gp4' }), 'video/mp4'],
  ['an M4V', mp4(1000, { brand: 'M4V ' }), 'video/mp4'],
  ['a QuickTime film', mp4(1000, { brand: 'qt  ' }), 'video/mp4'],
  ['a film with something behind it', Buffer.concat([mp4(1000), Buffer.alloc(9, 7)]), 'video/mp4'],
  ['a WebM', webm(1000), 'video/webm'],
  ['a WebM of a real encoder', demo('ticket-film.webm'), 'video/webm'],
])('%s is known by its bytes', (_, bytes, kind) => {
  expect(coverKindOf(bytes)).toBe(kind);
});

test.each([
  ['a program', windowsProgram()],
  ['sound in an MP4', mp4(1000, { codec: 'mp4a' })],
  ['a film of H.263, which no browser shows', mp4(1000, { codec: 's263' })],
  ['a song', mp4(1000, { brand: 'M4A ' })],
  ['a picture of a phone that no browser shows', mp4(1000, { brand: 'heic' })],
  ['sound in a WebM', webm(1000, 'sound')],
  ['an MP4 that is cut off', mp4(1000).subarray(0, 900)],
  ['an MP4 without its description', mp4(1000).subarray(0, 40)],
  ['an MP4 that ends before its pictures', mp4(8 + mp4Head).subarray(0, mp4Head)],
  ['a WebM that is cut off', webm(1000).subarray(0, 900)],
  ['a WebM of a real encoder that is cut off', demo('ticket-film.webm').subarray(0, 9000)],
  ['nothing', Buffer.alloc(0)],
])('%s is no cover', (_, bytes) => {
  expect(coverKindOf(bytes)).toBeUndefined();
});
