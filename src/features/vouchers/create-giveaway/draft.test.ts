import { expect, test } from 'vitest';
import 'fake-indexeddb/auto';

import type { VoucherStatus } from '../../../../contract/vouchers.ts';
import { getDatabase } from '../../../../local/database.ts';
import { readGiveawayDraft, writeDraftForm } from '../../../../local/giveaway-draft.ts';
import { sampleCreated } from '../../../../local/testing/samples.ts';
import { madeOf, restoreForm, type LeftForm, readDraft } from './draft.ts';
import { emptyGiveaway } from './giveaway-form.ts';

const EMPTY = emptyGiveaway('NGN');

test('a draft comes back whole', () => {
  const form = {
    ...EMPTY,
    amount: '2500',
    currency: 'KES',
    method: 'time',
    entryRule: 'aged',
    isPrivate: true,
  } as const;
  expect(restoreForm(structuredClone(form), EMPTY)).toEqual(form);
});

test('what an older or a broken draft holds beside the form is passed over', () => {
  const left = {
    amount: 2500,
    currency: 'XAU',
    maskedDigits: 3,
    method: 'luck',
    entryRule: 'friends',
    unknown: 'x',
  };
  expect(restoreForm(left, EMPTY)).toEqual(EMPTY);
  expect(restoreForm('nonsense', EMPTY)).toEqual(EMPTY);
  expect(restoreForm(null, EMPTY)).toEqual(EMPTY);
});

test('the giveaway that was made of a draft comes back with it, whole or not at all', () => {
  const made = { of: 'rice', ulid: '01K9' };
  const left: LeftForm = { ...EMPTY, amount: '2500', made };
  expect(madeOf(structuredClone(left))).toEqual(made);
  expect(restoreForm(left, EMPTY)).toEqual({ ...EMPTY, amount: '2500' });
  for (const broken of [undefined, null, 'nonsense', EMPTY, { made: { of: 'rice' } }])
    expect(madeOf(broken)).toBeUndefined();
});

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
