import { expect, it, vi } from 'vitest';

import { json } from '../../local/testing/fake-environment.ts';
import { sampleCreated, sampleUser, sampleVoucher, ULID_A } from '../../local/testing/samples.ts';
import type { DataWorkerApi } from '../api.ts';
import {
  NOW,
  showsVoucher,
  signedInFixture,
  gate,
  says,
  refuses,
} from '../testing/worker-fixture.ts';
import type { WorkerContext } from '../context.ts';
import { redeemVoucher } from '../commands/redeem-voucher.ts';
import { pollViews } from '../views-poller.ts';
import { refreshCreated } from './lists.ts';
import { refreshUser, refreshWallets } from './resources.ts';

const CODE = '4829104467320';

/** A tab whose next answer to `path` is held, and another one, which changes something meanwhile. */
async function twoTabs(path: string, answer: (isChanged: boolean) => object) {
  const fixture = await signedInFixture(() => json(502));
  let isChanged = false;
  const { held, release } = gate();
  fixture.server.answerBy(async (request) => {
    if (request.method === 'POST') {
      isChanged = true;
      return says({ ulid: ULID_A, amount: 50, currency: 'NGN' })();
    }
    const body = { success: true, ...answer(isChanged) };
    if (!isChanged && request.path.replace(/\?.*/, '').endsWith(path)) await held;
    return json(200, body);
  });
  const change = async (
    command: (api: DataWorkerApi) => Promise<{ readonly ok: boolean }>,
  ): Promise<void> => {
    await vi.waitFor(() => expect(fixture.server.requests).toHaveLength(1));
    expect(await command(fixture.api)).toMatchObject({ ok: true });
  };
  const redeem = (): Promise<void> => change((api) => api.redeemVoucher({ code: CODE }));
  return { ...fixture, change, redeem, release };
}

it('asks again for a balance when a command of another tab has come between', async () => {
  const { api, context, db, redeem, release } = await twoTabs('/balances', (isRedeemed) => ({
    data: { wallets: { NGN: { amount: isRedeemed ? 150 : 100 } } },
  }));
  const slow = refreshWallets(context);
  await redeem();
  await api.refreshWallets();
  release();
  await slow;
  expect((await db.wallets.get('NGN'))?.amount).toBe(150);
});

const GIVEAWAY = {
  purpose: 'giveaway',
  amount: 1_000,
  currency: 'NGN',
  reveal_method: 'views',
} as const;

it('lists a giveaway that another tab has posted since the list was asked for', async () => {
  const { context, db, change, release } = await twoTabs('/created', (isChanged) => ({
    vouchers: isChanged ? [sampleCreated()] : [],
    has_more: false,
  }));
  const slow = refreshCreated(context, {});
  await change((api) => api.createGiveaway(GIVEAWAY));
  release();
  await slow;
  expect(await db.createdVoucherLists.toArray()).toMatchObject([{ ulids: [ULID_A] }]);
});

it('shows an address as verified that another tab has verified since the user was asked for', async () => {
  const { context, db, change, release } = await twoTabs('/user', (isChanged) => ({
    data: sampleUser({ email_verified: isChanged }),
    subscription: null,
  }));
  const slow = refreshUser(context, { force: true });
  await change((api) => api.verifyEmail('token'));
  release();
  await slow;
  expect((await db.user.toArray())[0]?.user.email_verified).toBe(true);
});

it('does not poll away what a command of another tab has written', async () => {
  const { context, db, redeem, release } = await twoTabs('/views', () => ({
    views: 1,
    masked_code: CODE,
    status: 'active',
    voucher: sampleVoucher({ purpose: 'payment' }),
  }));
  await db.vouchers.put({
    ...sampleVoucher({ purpose: 'payment', code: CODE }),
    fetchedAt: NOW,
  });
  const slow = pollViews(context, ULID_A);
  await redeem();
  release();
  expect(await slow).toBe('ok');
  expect((await db.vouchers.get(ULID_A))?.status).toBe('used');
});

it.each<[string, (context: WorkerContext) => Promise<unknown>]>([
  ['polling', (context) => pollViews(context, ULID_A)],
  ['redeeming it too late', (context) => redeemVoucher(context, { code: ULID_A })],
])('does not open a voucher again that another tab has found over by %s', async (_, find) => {
  const { api, context, db, server } = await signedInFixture(() => json(502));
  let isOver = false;
  const { held, release } = gate();
  server.answerBy(async ({ method, path }) => {
    if (method === 'POST') return refuses(409, 'voucher_used')();
    const status = isOver ? 'used' : 'active';
    const voucher = sampleVoucher({ purpose: 'payment', status });
    if (path.includes('/views'))
      return json(200, { success: true, views: 1, masked_code: CODE, status });
    if (!isOver) await held;
    return showsVoucher(voucher);
  });
  const slow = api.refreshVoucher(ULID_A);
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  isOver = true;
  await find(context);
  await vi.waitFor(async () => expect((await db.vouchers.get(ULID_A))?.status).toBe('used'));
  release();
  await slow;
  expect((await db.vouchers.get(ULID_A))?.status).toBe('used');
});
