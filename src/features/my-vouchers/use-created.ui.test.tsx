import 'fake-indexeddb/auto';
import { act, Suspense, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { CreatedVoucher } from '../../../contract/payment-vouchers.ts';
import { createdListKey } from '../../../local/canonical-query.ts';
import { getDatabase } from '../../../local/database.ts';
import { sampleCreated, ULID_A, ULID_B } from '../../../local/testing/samples.ts';
import { loadLive } from '../../platform/live/use-live.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import { AppRouter, useQuery } from '../../platform/routing/router.tsx';
import { click, render } from '../../ui/test-render.ts';
import { readCreatedAddress } from './created-address.ts';
import { CreatedList } from './created-list.tsx';

const net = vi.hoisted(() => ({ refresh: { phase: 'done' } as unknown }));
vi.mock('../../platform/live/use-refresh.ts', () => ({
  useRefresh: () => [net.refresh, () => undefined],
}));
vi.mock('../../domain/push/push-offer.tsx', () => ({ PushOffer: () => null }));

const failedWith = (code: 'offline' | 'created_failed'): RefreshState => ({
  phase: 'failed',
  error: { code, message: 'Failed' },
});

/** One voucher a page, as the device keeps them. */
async function save(pages: readonly CreatedVoucher[], status?: 'pending'): Promise<void> {
  const db = getDatabase();
  for (const [index, voucher] of pages.entries()) {
    await db.createdVouchers.put({ ...voucher, fetchedAt: 1 });
    const key = createdListKey({ ...(status && { status }), page: index + 1 });
    await db.createdVoucherLists.put({
      key,
      ulids: [voucher.ulid],
      hasMore: status === undefined,
      fetchedAt: 1,
    });
  }
}

const AtAddress = (): ReactElement => (
  <CreatedList address={readCreatedAddress(useQuery())} sheet={undefined} onSheet={() => {}} />
);

function open(search = ''): HTMLElement {
  history.replaceState(null, '', `/my-vouchers${search}`);
  const { container } = render(
    <AppRouter path="/my-vouchers" search={search}>
      <Suspense>
        <AtAddress />
      </Suspense>
    </AppRouter>,
  );
  return container;
}

const shows = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => undefined);
      check();
    },
    { timeout: 10_000 },
  );

const moreIn = (container: HTMLElement): HTMLButtonElement => {
  const found = [...container.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Load More',
  );
  if (!found) throw new Error(`no button in ${container.textContent}`);
  return found;
};
const cards = (container: HTMLElement): number => container.querySelectorAll('ul > li').length;

beforeEach(async () => {
  net.refresh = { phase: 'done' };
  await loadLive();
  await Promise.all(getDatabase().tables.map((table) => table.clear()));
});

test('the first tap on Load More asks for more also after a failed refresh', async () => {
  net.refresh = failedWith('created_failed');
  await save([sampleCreated({ ulid: ULID_A })]);
  const container = open();
  await shows(() => expect(moreIn(container).disabled).toBe(false));
  click(moreIn(container));
  await shows(() => expect(location.search).toBe('?pages=2'));
});

test('without a network Load More shows what is saved', async () => {
  net.refresh = failedWith('offline');
  await save([sampleCreated({ ulid: ULID_A }), sampleCreated({ ulid: ULID_B })]);
  const container = open();
  await shows(() => expect(moreIn(container).disabled).toBe(false));
  click(moreIn(container));
  await shows(() => expect(cards(container)).toBeGreaterThan(1));
  expect(location.search).toBe('?pages=2');
  await shows(() => expect(moreIn(container).disabled).toBe(true));
});

test('a voucher that was just paid leaves the pending ones', async () => {
  await save([sampleCreated({ status: 'active' })], 'pending');
  const container = open('?show=pending');
  await shows(() => expect(container.textContent).toContain('No pending vouchers'));
});
