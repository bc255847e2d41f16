import { describe, expect, it } from 'vitest';

import { writeWebm, type EncodedFrame } from './webm.ts';

const FRAME_MS = 40;
const CLUSTER_ID = '1f43b675';
const SEGMENT_ID = '18538067';
const CLUSTER_POSITION_ID = 'f1';
const LENGTH_BYTES = 8;

const frames: EncodedFrame[] = Array.from({ length: 10 }, (_, index) => ({
  bytes: Buffer.from(`frame ${index}`),
  timestampMs: index * FRAME_MS,
  isKey: index % 4 === 0,
}));
const film = writeWebm(frames, { codecId: 'V_VP9', width: 64, height: 36, durationMs: 400 });

/** Offsets of all places where these bytes stand. */
function offsetsOf(hex: string, from = 0): number[] {
  const offsets: number[] = [];
  const bytes = Buffer.from(hex, 'hex');
  for (let at = film.indexOf(bytes, from); at >= 0; at = film.indexOf(bytes, at + 1))
    offsets.push(at);
  return offsets;
}

describe('writeWebm', () => {
  it('says how long the film is', () => {
    const duration = offsetsOf('4489')[0] ?? -1;
    expect(film.readDoubleBE(duration + 2 + LENGTH_BYTES)).toBe(400);
  });

  it('starts a cluster at each key frame and points to it from the index', () => {
    const contents = (offsetsOf(SEGMENT_ID)[0] ?? 0) + 4 + LENGTH_BYTES;
    const cues = offsetsOf('1c53bb6b')[0] ?? 0;
    const clusters = offsetsOf(CLUSTER_ID);
    const pointed = offsetsOf(`${CLUSTER_POSITION_ID}0100000000000004`, cues).map(
      (at) => film.readUInt32BE(at + 1 + LENGTH_BYTES) + contents,
    );
    expect(clusters).toHaveLength(3);
    expect(pointed).toEqual(clusters);
  });

  it('keeps every frame', () => {
    for (const frame of frames) expect(film.includes(frame.bytes)).toBe(true);
  });
});
