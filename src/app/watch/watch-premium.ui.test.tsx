import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';

import { EVENTS } from '../../../contract/storage-keys.ts';
import { getDatabase } from '../../../local/database.ts';
import { SINGLE } from '../../../local/rows.ts';
import { sampleUser, ULID_A, ULID_B } from '../../../local/testing/samples.ts';
import { watchPremium } from './watch-premium.ts';

const refreshVoucher = vi.fn<(...input: unknown[]) => Promise<object>>();
vi.mock('../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) => call({ refreshVoucher }),
  checkStorage: async () => undefined,
}));

const store = (isPremium: boolean) =>
  getDatabase().user.put({
    key: SINGLE,
    user: sampleUser({ is_premium: isPremium }),
    subscription: null,
    fetchedAt: 0,
  });

test('a user who becomes premium has the waits that run asked for at once, and no other', async () => {
  await getDatabase().waits.bulkPut([
    { ulid: ULID_A, untilMs: Date.now() + 90_000 },
    { ulid: ULID_B, untilMs: Date.now() - 1 },
  ]);
  const known = vi.fn<() => void>();
  addEventListener(EVENTS.premiumStatusChanged, known);
  await store(false);
  watchPremium();
  let isPremium = false;
  // The status before has to be read first.
  await vi.waitFor(async () => {
    isPremium = !isPremium;
    await store(isPremium);
    expect(known).toHaveBeenCalled();
  });
  await vi.waitFor(() => expect(refreshVoucher).toHaveBeenCalledWith(ULID_A, { force: true }));
  expect(refreshVoucher).not.toHaveBeenCalledWith(ULID_B, { force: true });
});
