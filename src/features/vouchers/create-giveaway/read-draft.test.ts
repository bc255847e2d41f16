import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';

import type { VoucherStatus } from '../../../../contract/vouchers.ts';
import { getDatabase } from '../../../../local/database.ts';
import { readGiveawayDraft, writeDraftForm } from '../../../../local/giveaway-draft.ts';
import { sampleCreated } from '../../../../local/testing/samples.ts';
import { readDraft } from './read-draft.ts';

const form = { prize: '1000', made: { of: 'rice', ulid: sampleCreated().ulid } };
const list = (status: VoucherStatus) =>
  getDatabase().createdVouchers.put({ ...sampleCreated({ status }), fetchedAt: 1 });

test('a giveaway that waits at a checkout is still a draft, until it is paid', async () => {
  await writeDraftForm(form);
  expect((await readDraft())?.form).toEqual(form);
  for (const status of ['pending', 'cancelled'] as const) {
    await list(status);
    expect((await readDraft())?.form).toEqual(form);
  }
  await list('active');
  expect(await readDraft()).toBeUndefined();
  expect(await readGiveawayDraft()).toBeUndefined();
});
