import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';

import { EVENTS } from '../../../contract/storage-keys.ts';
import { getDatabase } from '../../../local/database.ts';
import { forgetUser } from '../../../local/forget-user.ts';
import type { DeviceKeys } from '../../../local/keys.ts';
import { SINGLE } from '../../../local/rows.ts';
import { sampleUserRow } from '../../../local/testing/samples.ts';
import { loadLive } from '../../platform/live/use-live.ts';
import { render, until } from '../../ui/test-render.ts';
import { RegionBadge } from './header.tsx';

const detect = (region: 'ghana' | 'kenya') =>
  getDatabase().detectedRegion.put({ key: SINGLE, region, source: 'api', fetchedAt: 1 });

afterEach(() => getDatabase().detectedRegion.clear());

const rendered = (): ((text: string) => Promise<void>) => {
  const { container } = render(<RegionBadge />);
  return (text) => until(() => expect(container.textContent).toContain(text));
};

test('a user who has signed out is in Nigeria until the network suggests a region', async () => {
  const db = getDatabase();
  await loadLive();
  await detect('kenya');
  await db.user.put(sampleUserRow({ region: 'ghana' }));
  const shows = rendered();
  await shows('GHS');
  const caches = { delete: async () => true };
  await forgetUser({ db, keys: { clear: async () => undefined } as DeviceKeys, caches });
  await shows('NGN');
  await detect('kenya');
  await shows('KES');
});

test('the page is told of the region, and of each change of it', async () => {
  const told: unknown[] = [];
  addEventListener(EVENTS.regionUpdated, (event) => told.push((event as CustomEvent).detail));
  await loadLive();
  await detect('ghana');
  const shows = rendered();
  await shows('GHS');
  await detect('kenya');
  await shows('KES');
  expect(told).toEqual(['ghana', 'kenya']);
});
