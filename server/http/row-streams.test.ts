import { text } from 'node:stream/consumers';

import { expect, it, vi } from 'vitest';

import { createRowStreams } from './row-streams.ts';

async function* rows(): AsyncIterable<string> {
  yield 'a';
  yield 'b';
}
const begin = async () => ({ name: 'file', lines: rows() });

it('gives a user two files at a time, and others theirs', async () => {
  const streams = createRowStreams();
  const [first] = await Promise.all([streams.open(1, begin), streams.open(1, begin)]);
  await expect(streams.open(1, begin)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await text((await streams.open(2, begin)).lines)).toBe('ab');
  expect(first.name).toBe('file');
  expect(await text(first.lines)).toBe('ab');
  expect(await text((await streams.open(1, begin)).lines)).toBe('ab');
});

it('counts none that could not begin, or that nobody wants any more', async () => {
  const streams = createRowStreams();
  for (let n = 0; n < 3; n += 1) {
    await expect(streams.open(1, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const { lines } = await streams.open(1, begin);
    lines.destroy();
    await vi.waitFor(() => expect(lines.closed).toBe(true));
  }
});

it('reads no further than is taken, and for two files at the same time', async () => {
  const streams = createRowStreams();
  let [reading, most, read] = [0, 0, 0];
  async function* counted(): AsyncIterable<string> {
    for (let n = 0; n < 50; n += 1) {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      read += 1;
      yield 'row';
    }
  }
  const open = async (userId: number) =>
    (await streams.open(userId, async () => ({ lines: counted() }))).lines;
  const idle = await open(1);
  idle.read(0);
  const files = await Promise.all([2, 3, 4, 5].map(open));
  await Promise.all(files.map((file) => text(file)));
  expect(most).toBe(2);
  expect(read).toBeLessThan(4 * 50 + 5);
  idle.destroy();
});

it('breaks off what a client takes nothing of', async () => {
  const { lines } = await createRowStreams(1).open(1, begin);
  lines.read(0);
  await expect(
    new Promise((_, reject) => {
      lines.once('error', reject);
    }),
  ).rejects.toThrow('nothing was taken');
});
