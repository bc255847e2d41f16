import 'fake-indexeddb/auto';
import { clear } from 'idb-keyval';
import { beforeEach, describe, expect, it } from 'vitest';

import { addTraffic, NO_TRAFFIC, readTraffic, trafficOf } from './traffic.ts';

const MINUTE = 60_000;
const NOON = new Date(2026, 4, 31, 12).getTime();
const came = (app: number, pictures = 0, data = 0) => ({ app, pictures, data });

describe('what came over the network', () => {
  beforeEach(() => clear());

  it('adds up, whoever counts it at the same time', async () => {
    await Promise.all([addTraffic(came(1, 2, 3), NOON), addTraffic(came(10), NOON)]);
    const sum = came(11, 2, 3);
    expect(await readTraffic(NOON)).toEqual({ session: sum, month: sum });
  });

  it('is of another session after half an hour of rest', async () => {
    await addTraffic(came(1), NOON);
    await addTraffic(came(2), NOON + 29 * MINUTE);
    expect((await readTraffic(NOON + 58 * MINUTE)).session).toEqual(came(3));
    expect((await readTraffic(NOON + 59 * MINUTE)).session).toEqual(NO_TRAFFIC);
    await addTraffic(came(4), NOON + 60 * MINUTE);
    expect(await readTraffic(NOON + 60 * MINUTE)).toMatchObject({
      session: came(4),
      month: came(7),
    });
  });

  it('begins at nothing with a month', async () => {
    await addTraffic(came(1), NOON);
    const june = new Date(2026, 5, 1, 0, 1).getTime();
    expect((await readTraffic(june)).month).toEqual(NO_TRAFFIC);
    await addTraffic(came(2), june);
    expect((await readTraffic(june)).month).toEqual(came(2));
  });
});

describe('what a thread has loaded', () => {
  const loaded = (path: string, transferSize?: number, more = {}) => ({
    name: `https://goodies.test${path}`,
    entryType: 'resource',
    ...(transferSize !== undefined && { transferSize }),
    ...more,
  });

  it('is told by kind; a cache costs nothing, and what no browser tells is not guessed', () => {
    expect(
      trafficOf([
        loaded('/api/v1/user?_t=1', 900),
        loaded('/covers/01X/280-ab.webp', 5_000),
        loaded('/covers/01X/560-ab.webp', 0),
        loaded('/assets/a.js', 300),
        loaded('/assets/b.js'),
        loaded('/v/7', 12_000, { entryType: 'navigation', workerStart: 0 }),
      ]),
    ).toEqual({ app: 12_300, pictures: 5_000, data: 900 });
  });

  it('leaves out a document that the service worker has counted', () => {
    const handedOver = { entryType: 'navigation', workerStart: 12 };
    expect(trafficOf([loaded('/v/7', 75_000, handedOver)])).toEqual(NO_TRAFFIC);
  });
});
