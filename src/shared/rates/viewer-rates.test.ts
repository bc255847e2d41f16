import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';

import { GoodiesDatabase } from '../../../local/database.ts';
import { SINGLE } from '../../../local/rows.ts';
import { readViewerRates } from './viewer-rates.ts';

it('shows a visitor amounts in the money of where the network suggests that they are', async () => {
  const db = new GoodiesDatabase();
  expect(await readViewerRates(db)).toMatchObject({ currency: 'NGN' });
  await db.detectedRegion.put({ key: SINGLE, region: 'kenya', source: 'api', fetchedAt: 1 });
  expect(await readViewerRates(db)).toMatchObject({ currency: 'KES', readAtMs: undefined });
});
