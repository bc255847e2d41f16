import { expect, it } from 'vitest';

import { createOneByOne } from './pin.ts';

it('runs the work of a key in a row, past failures, and other keys beside it', async () => {
  const oneByOne = createOneByOne();
  const log: string[] = [];
  let open = (): void => undefined;
  const door = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = oneByOne('a', async () => {
    log.push('a1 begins');
    await door;
    log.push('a1 ends');
    throw new Error('broken');
  });
  const second = oneByOne('a', () => Promise.resolve(log.push('a2')));
  await oneByOne('b', () => Promise.resolve(log.push('b1')));
  open();
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(log).toEqual(['a1 begins', 'b1', 'a1 ends', 'a2']);
});
