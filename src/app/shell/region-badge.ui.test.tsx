import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { EVENTS } from '../../../contract/storage-keys.ts';
import { getDatabase } from '../../../local/database.ts';
import { SINGLE } from '../../../local/rows.ts';
import { loadLive } from '../../platform/live/use-live.ts';
import { render } from '../../ui/test-render.ts';
import { RegionBadge } from './region-badge.tsx';

const detect = (region: 'ghana' | 'kenya') =>
  getDatabase().detectedRegion.put({ key: SINGLE, region, source: 'api', fetchedAt: 1 });

afterEach(() => getDatabase().detectedRegion.clear());

test('the page is told of the region, and of each change of it', async () => {
  const told: unknown[] = [];
  addEventListener(EVENTS.regionUpdated, (event) => told.push((event as CustomEvent).detail));
  await loadLive();
  await detect('ghana');
  const { container } = render(<RegionBadge />);
  const shows = (text: string) =>
    vi.waitFor(
      async () => {
        await act(async () => undefined);
        expect(container.textContent).toContain(text);
      },
      { timeout: 10_000 },
    );
  await shows('GHS');
  await detect('kenya');
  await shows('KES');
  expect(told).toEqual(['ghana', 'kenya']);
});
