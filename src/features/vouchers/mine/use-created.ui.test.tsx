import 'fake-indexeddb/auto';
import { act, Suspense, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { VOUCHER_PAGE_SIZE } from '../../../../contract/constants.ts';
import type { CreatedQuery, CreatedVoucher } from '../../../../contract/payment-vouchers.ts';
import { createdListKey } from '../../../../local/canonical-query.ts';
import { getDatabase } from '../../../../local/database.ts';
import { sampleCreated } from '../../../../local/testing/samples.ts';
import { loadLive } from '../../../platform/live/use-live.ts';
import type { RefreshState } from '../../../platform/live/use-refresh.ts';
import { AppRouter, useQuery } from '../../../platform/routing/router.tsx';
import { buttonNamed, click, render, until } from '../../../ui/test-render.ts';
import { readCreatedAddress } from './use-created.ts';
import { CreatedList } from './created-list.tsx';

const net = vi.hoisted(() => ({
  refresh: { phase: 'done' } as unknown,
  asked: [] as number[],
  answer: async (_page: number): Promise<unknown> => ({ ok: true }),
}));
vi.mock('../../../platform/live/use-refresh.ts', () => ({
  useRefresh: () => [net.refresh, () => undefined],
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  checkStorage: vi.fn(),
  callWorker: (ask: (worker: object) => unknown) =>
    ask({
      refreshCreated: ({ page = 1 }: CreatedQuery) => {
        net.asked.push(page);
        return net.answer(page);
      },
    }),
}));
vi.mock('../../../shared/push/push-offer.tsx', () => ({ PushOffer: () => null }));

const OFFLINE: RefreshState = { phase: 'failed', error: { code: 'offline', message: 'Failed' } };
const ulidOf = (index: number): string =>
  `01ARZ3NDEKTSV4RRFFQ69G5${String(index).padStart(3, '0')}`;

/** That many vouchers, as the device stores them. */
async function save(
  count: number,
  {
    status,
    gaps = [],
    ...change
  }: { status?: 'pending'; gaps?: string[] } & Partial<CreatedVoucher> = {},
): Promise<void> {
  const db = getDatabase();
  const ulids = Array.from({ length: count }, (_, index) => ulidOf(index));
  await db.createdVouchers.bulkPut(
    ulids.map((ulid) => ({ ...sampleCreated({ ulid, ...change }), fetchedAt: 1 })),
  );
  const key = createdListKey({ status });
  await db.createdVoucherLists.put({
    key,
    ulids,
    gaps,
    hasMore: status === undefined,
    fetchedAt: 1,
  });
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

const buttonIn = (container: HTMLElement, name = 'Load More'): HTMLButtonElement =>
  buttonNamed(container, name);
const failed = async () => ({ ok: false, error: { code: 'created_failed', message: 'It failed' } });

beforeEach(async () => {
  net.refresh = { phase: 'done' };
  net.asked = [];
  net.answer = async () => ({ ok: true });
  await loadLive();
  await Promise.all(getDatabase().tables.map((table) => table.clear()));
});

test('the first tap on Load More asks for the page that comes next, and for no other', async () => {
  await save(2 * VOUCHER_PAGE_SIZE);
  net.answer = () => save(3 * VOUCHER_PAGE_SIZE).then(() => ({ ok: true }));
  const container = open('?pages=2');
  await until(() => expect(buttonIn(container).disabled).toBe(false));
  click(buttonIn(container));
  await until(() => expect(location.search).toBe('?pages=3'));
  expect(net.asked).toEqual([3]);
});

test('where the next page fails, the button says why in an alert, and tries it again', async () => {
  await save(VOUCHER_PAGE_SIZE);
  net.answer = failed;
  const container = open();
  await until(() => expect(buttonIn(container).disabled).toBe(false));
  click(buttonIn(container));
  await until(() => expect(container.querySelector('[role=alert]')?.textContent).toBe('It failed'));
  expect(container.querySelector('[role=alert]')?.nextElementSibling?.textContent).toBe('Retry');
  expect(location.search).toBe('');
  net.answer = () => save(2 * VOUCHER_PAGE_SIZE).then(() => ({ ok: true }));
  click(buttonIn(container, 'Retry'));
  await until(() => expect(location.search).toBe('?pages=2'));
  expect(net.asked).toEqual([2, 2]);
  expect(container.querySelector('[role=alert]')).toBeNull();
});

test('who has left the list is not led back to it by an answer that comes late', async () => {
  await save(VOUCHER_PAGE_SIZE);
  let settle: (answer: unknown) => void = () => undefined;
  net.answer = () => new Promise((resolve) => (settle = resolve));
  const container = open();
  await until(() => expect(buttonIn(container).disabled).toBe(false));
  click(buttonIn(container));
  await act(async () => {
    history.replaceState(null, '', '/my-vouchers?show=active');
    dispatchEvent(new Event('replaceState'));
  });
  await act(async () => settle({ ok: true }));
  expect(location.search).toBe('?show=active');
});

test('without a network Load More shows what is saved', async () => {
  net.refresh = OFFLINE;
  await save(VOUCHER_PAGE_SIZE + 1);
  const container = open();
  await until(() => expect(buttonIn(container).disabled).toBe(false));
  click(buttonIn(container));
  await until(() => expect(container.textContent).toContain('The next page is not saved'));
  expect(location.search).toBe('?pages=2');
  expect(buttonIn(container).disabled).toBe(true);
  expect(net.asked).toEqual([]);
});

test('without a network it says where others are missing, and loads them once there is one', async () => {
  net.refresh = OFFLINE;
  await save(VOUCHER_PAGE_SIZE + 1, { gaps: [ulidOf(VOUCHER_PAGE_SIZE)] });
  const container = open('?pages=2');
  await until(() =>
    expect(container.textContent).toContain(
      'Some vouchers are missing here: they are not saved on this phone. Connect to the internet to load them.',
    ),
  );
  const items = [...container.querySelectorAll('ul > li')].map(({ textContent }) => textContent);
  expect(items.findIndex((text) => text.startsWith('Some vouchers'))).toBe(VOUCHER_PAGE_SIZE);
  net.refresh = { phase: 'done' };
  const online = open('?pages=2');
  await until(() => expect(buttonIn(online, 'Load them')).toBeDefined());
  click(buttonIn(online, 'Load them'));
  await until(() => expect(net.asked).toEqual([2]));
  expect(location.search).toBe('?pages=2');
});

test('a voucher that was just paid leaves the pending ones', async () => {
  await save(1, { status: 'pending' });
  await getDatabase().createdVouchers.toCollection().modify({ status: 'active' });
  const container = open('?show=pending');
  await until(() => expect(container.textContent).toContain('No pending vouchers'));
});
