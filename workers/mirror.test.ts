import { expect, it } from 'vitest';

import { json } from '../local/testing/fake-environment.ts';
import { sampleVoucher, ULID_A } from '../local/testing/samples.ts';
import { pollViews } from './views-poller.ts';
import { showsVoucher, signedInFixture } from './testing/worker-fixture.ts';

it('a voucher that is over stays over, and an open digit open, whichever older answer comes after', async () => {
  const { api, context, db, server } = await signedInFixture(() => showsVoucher(sampleVoucher()));
  const won = {
    status: 'completed',
    is_used: true,
    winner: { username: 'kofi', avatar: null },
    completed_at: '2026-01-02T00:00:00Z',
    masked_code: '482910446*3**',
  } as const;
  const row = { ...sampleVoucher({ ...won, views: 90 }), fetchedAt: 0 };
  await db.vouchers.put(row);
  await db.createdVouchers.put({ ...row, recipient_email: null });
  const known = async () => [await db.vouchers.get(ULID_A), await db.createdVouchers.get(ULID_A)];
  const older = sampleVoucher();
  const answers: readonly (() => Promise<unknown>)[] = [
    () => api.refreshVoucher(ULID_A),
    () => {
      server.answerBy(() => json(200, { success: true, data: [older] }));
      return api.refreshFeatured();
    },
    () => {
      const data = { data: [older], last_page: 1, total: 1 };
      server.answerBy(() => json(200, { success: true, data }));
      return api.refreshVoucherList({});
    },
    () => {
      const vouchers = [{ ...older, recipient_email: null }];
      server.answerBy(() => json(200, { success: true, vouchers, has_more: false }));
      return api.refreshCreated({});
    },
    () => {
      const { views, masked_code, status } = sampleVoucher();
      server.answerBy(() => json(200, { success: true, views, masked_code, status }));
      return pollViews(context, ULID_A);
    },
  ];
  for (const ask of answers) {
    await ask();
    expect(await known()).toMatchObject([
      { ...won, views: 90 },
      { ...won, views: 90 },
    ]);
  }
  expect(server.requests).toHaveLength(answers.length);
});
