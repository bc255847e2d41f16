import { expect, it } from 'vitest';

import { json } from '../../local/testing/fake-environment.ts';
import { workerFixture, signedInFixture, says } from '../testing/worker-fixture.ts';

const HISTORIES = [{ page: 1 }, { page: 1, per_page: 5 }];

it('asks for the first page of every list, one at a time, and ends at the first failure', async () => {
  const { api, server } = await signedInFixture(() => json(503));
  expect(await api.fetchAhead(HISTORIES)).toMatchObject({ ok: false });
  expect(server.requests).toHaveLength(1);

  let underWay = 0;
  let most = 0;
  const paths: string[] = [];
  server.answerBy(async ({ path }) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    const pathname = path.replace(/\?.*/, '');
    paths.push(pathname.replace(/^.*\/api\/v1/, ''));
    underWay -= 1;
    const lists = { data: [], current_page: 1, last_page: 1, per_page: 12, total: 0 };
    const history = { has_more: false, current_page: 1, total_pages: 1, total_count: 0 };
    const rates = { USD: { NGN: 1500 } };
    const data = pathname.endsWith('/vouchers')
      ? lists
      : pathname.endsWith('/exchange-rates')
        ? rates
        : [];
    return says(pathname.endsWith('/balances') ? { wallets: {} } : data, {
      vouchers: [],
      ...history,
    })();
  });
  expect(await api.fetchAhead(HISTORIES)).toEqual({ ok: true, value: undefined });
  expect(most).toBe(1);
  expect(paths).toEqual([
    '/wallet/balances',
    '/vouchers/created',
    '/transactions',
    '/transactions',
    '/vouchers/followed',
    '/vouchers',
    '/vouchers',
    '/exchange-rates',
    '/payment-methods',
    '/regions',
  ]);
});

it('asks for nothing without a session', async () => {
  const { api, server } = workerFixture(() => json(200, {}));
  expect(await api.fetchAhead(HISTORIES)).toMatchObject({ ok: false });
  expect(server.requests).toHaveLength(0);
});
