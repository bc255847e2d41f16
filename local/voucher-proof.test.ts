import { expect, it } from 'vitest';

import type { KnownProof } from './queries/vouchers.ts';
import type { ProofRow } from './rows.ts';
import { KNOWN_PROOF, OPEN } from './testing/known-proof.ts';
import { judge } from './voucher-proof.ts';

const judged = ({ voucher, proof, receipts }: KnownProof) => {
  if (!proof) throw new Error('no proof');
  return judge(proof, voucher, receipts);
};
const withProof = (change: Partial<ProofRow>): KnownProof => {
  if (!KNOWN_PROOF.proof) throw new Error('no proof');
  return { ...KNOWN_PROOF, proof: { ...KNOWN_PROOF.proof, ...change } };
};

it('proves the digits that are open', () => {
  expect(judged(KNOWN_PROOF)).toMatchObject({ hasFailed: false, proved: OPEN });
});

it.each([
  [
    'the ticket names another prize',
    { ...KNOWN_PROOF, voucher: { ...KNOWN_PROOF.voucher, amount: 9_000 } },
  ],
  ['another seal was seen first', withProof({ firstCommitment: 'f'.repeat(64) })],
  ['it is another voucher’s', withProof({ ulid: 'other' })],
])('fails loudly when %s', (_, known) => {
  expect(judged(known).hasFailed).toBe(true);
});
