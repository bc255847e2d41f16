import { expect, it } from 'vitest';

import { json, type Handler } from '../../local/testing/fake-environment.ts';
import { NOW, says, signedInFixture } from '../testing/worker-fixture.ts';

const QUOTE = { quote_id: 'gdx-1', from: 'NGN', to: 'GHS', amount: 1000, gets: 7.92 } as const;
const exchanged: Handler = says({ reference: 'gdx-1', balances: { NGN: 4000, GHS: 7.92 } });

it('a quote is handed over, and asked for anew each time', async () => {
  const { api, server } = await signedInFixture(() => json(200, { success: true, data: QUOTE }));
  const asked = { from: 'NGN', to: 'GHS', amount: 1000 } as const;
  expect(await api.quoteExchange(asked)).toEqual({ ok: true, value: QUOTE });
  await api.quoteExchange(asked);
  expect(server.requests).toHaveLength(2);
  expect(server.requests[0]).toMatchObject({
    path: '/api/v1/wallet/exchange/quote',
    body: asked,
  });
});

it('exchanging writes both balances, and has the wallet asked for anew', async () => {
  const { api, db, server } = await signedInFixture(exchanged);
  await db.wallets.put({ currency: 'NGN', amount: 5000, fetchedAt: NOW });
  expect(await api.exchange({ quote_id: 'gdx-1' })).toMatchObject({
    ok: true,
    value: { reference: 'gdx-1' },
  });
  expect((await db.wallets.get('NGN'))?.amount).toBe(4000);
  expect((await db.wallets.get('GHS'))?.amount).toBe(7.92);
  await api.refreshWallets();
  expect(server.requests).toHaveLength(2);
});
