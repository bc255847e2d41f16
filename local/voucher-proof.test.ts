import { expect, it } from 'vitest';

import type { ProofRow, VoucherRow } from './rows.ts';
import { KNOWN_PROOF, OPEN } from './testing/known-proof.ts';
import { judge, verdictKey, type ProvableVoucher } from './voucher-proof.ts';

const { proof } = KNOWN_PROOF;
if (!proof) throw new Error('no proof');
const KNOWN: ProvableVoucher = { ...KNOWN_PROOF, proof };
const withProof = (change: Partial<ProofRow>): ProvableVoucher => ({
  ...KNOWN,
  proof: { ...proof, ...change },
});
const withVoucher = (change: Partial<VoucherRow>): ProvableVoucher => ({
  ...KNOWN,
  voucher: { ...KNOWN.voucher, ...change },
});

it('proves the digits that are open', () => {
  expect(judge(KNOWN)).toMatchObject({ hasFailed: false, proved: OPEN });
});

it.each([
  ['the ticket names another prize', withVoucher({ amount: 9_000 })],
  ['another seal was seen first', withProof({ firstCommitment: 'f'.repeat(64) })],
  ['it is another voucher’s', withProof({ ulid: 'other' })],
  ['the voucher is over and has no digits', withProof({ master: 'ab'.repeat(32), code: '' })],
])('fails loudly when %s', (_, known) => {
  expect(judge(known).hasFailed).toBe(true);
});

it('is asked again when something that is judged has changed, and not for another view', () => {
  const key = verdictKey(KNOWN);
  const viewed = { views: 90, views_count: 90, link_click_count: 7, fetchedAt: 5 };
  expect(verdictKey(withVoucher(viewed))).toBe(key);
  const receipts = [{ number: 1, code: undefined, userId: undefined }];
  const changed = [
    withProof({ fetchedAt: 2 }),
    withProof({ firstCommitment: 'f'.repeat(64) }),
    withVoucher({ amount: 9_000 }),
    withVoucher({ masked_code: KNOWN.voucher.masked_code.replace('*', '0') }),
    withVoucher({ remaining_time: 5 }),
    { ...KNOWN, receipts },
  ];
  expect(new Set([key, ...changed.map(verdictKey)]).size).toBe(changed.length + 1);
});
