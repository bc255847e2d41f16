import fc from 'fast-check';
import { expect, test } from 'vitest';

import { box, element, taggedWebm } from '../../tests/fixtures/cover-files.ts';
import { coverKindOf } from '../../contract/vouchers/cover-kind.ts';
import { blankVideoNotes } from './blank-video-notes.ts';

test('a film in fragments keeps them, byte for byte and where they were', () => {
  const fragment = [
    box('moof', box('mfhd'), box('traf', box('tfhd'), box('uuid', Buffer.from('of the fragment')))),
    box('mdat', box('udta', Buffer.from('picture and sound'))),
  ];
  const film = (inTrack: Buffer, ofFilm: Buffer): Buffer =>
    Buffer.concat([
      box('ftyp', Buffer.from('iso5')),
      box('moov', box('mvhd'), box('trak', box('tkhd'), inTrack), box('mvex'), ofFilm),
      ...fragment,
      ...fragment,
      box('mfra'),
    ]);
  const place = Buffer.from('+06.5244+003.3792/');
  const bytes = film(box('meta', place), box('udta', place));
  blankVideoNotes(bytes, 'mp4');
  const blank = box('free', Buffer.alloc(place.length));
  expect(bytes.equals(film(blank, blank))).toBe(true);
});

test('a WebM says no title, place or camera, and keeps the rest where it was', () => {
  const note = 'Lagos +06.5244+003.3792';
  const bytes = taggedWebm(note);
  const length = bytes.length;
  blankVideoNotes(bytes, 'webm');
  expect([bytes.length, bytes.includes(note), bytes.includes('Lagos')]).toEqual([
    length,
    false,
    false,
  ]);
  expect(coverKindOf(bytes)).toBe('video/webm');
  expect(bytes.includes(element('1f43b675'))).toBe(true);
});

test('bytes that are no film, or one that lies about its sizes, are gone through', () => {
  const sizes = fc.oneof(fc.constantFrom(0, 1, 7, 8, 0xffff_ffff), fc.nat(64));
  const types = fc.constantFrom('moov', 'trak', 'udta', 'mdat');
  const lies = fc.array(fc.tuple(sizes, types, fc.uint8Array({ maxLength: 16 })));
  fc.assert(
    fc.property(lies, (boxes) => {
      const bytes = Buffer.concat(
        boxes.map(([size, type, body]) => {
          const one = box(type, Buffer.from(body));
          one.writeUInt32BE(size);
          return one;
        }),
      );
      blankVideoNotes(bytes, 'mp4');
      const once = Buffer.from(bytes);
      blankVideoNotes(bytes, 'mp4');
      expect(bytes.equals(once)).toBe(true);
    }),
  );
});
