import { expect, it, vi } from 'vitest';

import { json } from '../../local/testing/fake-server.ts';
import { sampleVoucher, ULID_A } from '../../local/testing/samples.ts';
import { NOW, workerFixture } from '../testing/worker-fixture.ts';
import { pollViews } from './poll-views.ts';
import { refreshWallets } from './refresh-wallets.ts';

const CODE = '4829104467320';

/** A tab whose next answer to `path` is held, and another one, which redeems a voucher meanwhile. */
async function twoTabs(path: string, answer: (isRedeemed: boolean) => object) {
  const fixture = workerFixture(() => json(502));
  await fixture.signIn();
  let isRedeemed = false;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fixture.server.answerBy(async (request) => {
    if (request.path.endsWith('/redeem')) {
      isRedeemed = true;
      return json(200, { success: true, data: { amount: 50, currency: 'NGN' } });
    }
    const body = { success: true, ...answer(isRedeemed) };
    if (!isRedeemed && request.path.endsWith(path)) await held;
    return json(200, body);
  });
  const redeem = async (): Promise<void> => {
    await vi.waitFor(() => expect(fixture.server.requests).toHaveLength(1));
    expect(await fixture.api.redeemVoucher({ code: CODE })).toMatchObject({ ok: true });
  };
  return { ...fixture, redeem, release };
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

it('does not poll away what a command of another tab has written', async () => {
  const { context, db, redeem, release } = await twoTabs('/views', () => ({
    views: 1,
    masked_code: CODE,
    status: 'active',
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
