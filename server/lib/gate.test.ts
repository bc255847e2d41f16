import { expect, it } from 'vitest';

import { createGate } from './gate.ts';

/** Work that goes on until it is told to end. */
function endless() {
  const ends: (() => void)[] = [];
  let started = 0;
  const work = (): Promise<void> => {
    started += 1;
    return new Promise((resolve) => {
      ends.push(resolve);
    });
  };
  return { work, endOne: () => ends.shift()?.(), started: () => started };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('runs so many at a time, lets so many wait in a row, and refuses the others at once', async () => {
  const gate = createGate({ atOnce: 2, waiting: 3 });
  const { work, endOne, started } = endless();
  const runs = Array.from({ length: 5 }, () => gate(work));
  await expect(gate(work)).rejects.toMatchObject({ code: 'busy', status: 503 });
  expect(started()).toBe(2);
  endOne();
  await settled();
  expect(started()).toBe(3);
  // A place in the row is free again.
  runs.push(gate(work));
  await expect(gate(work)).rejects.toMatchObject({ code: 'busy' });
  for (let n = 0; n < 5; n += 1) {
    endOne();
    await settled();
  }
  await Promise.all(runs);
  expect(started()).toBe(6);
});

it('goes on after what failed', async () => {
  const gate = createGate({ atOnce: 1, waiting: 1 });
  const failing = gate(() => Promise.reject(new Error('no')));
  const next = gate(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await gate(() => Promise.resolve('again'))).toBe('again');
});
