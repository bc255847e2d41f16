import { expect, it, vi } from 'vitest';

import { readInBatches } from './in-batches.ts';

const rowsUpTo = (last: number) =>
  vi.fn((afterId: number, limit: number) =>
    Promise.resolve(
      Array.from({ length: Math.min(limit, last - afterId) }, (_, at) => ({
        id: afterId + at + 1,
      })),
    ),
  );

async function sizesOf(read: ReturnType<typeof rowsUpTo>): Promise<number[]> {
  const sizes: number[] = [];
  for await (const rows of readInBatches(read)) sizes.push(rows.length);
  return sizes;
}

it.each([
  [0, [], 1],
  [499, [499], 1],
  [500, [500], 2],
  [1_001, [500, 500, 1], 3],
])('reads %i rows, and asks no more after a batch that is not full', async (last, sizes, reads) => {
  const read = rowsUpTo(last);
  expect(await sizesOf(read)).toEqual(sizes);
  expect(read).toHaveBeenCalledTimes(reads);
});
