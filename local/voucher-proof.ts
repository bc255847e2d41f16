import { PROOF_FORMAT, type ProofFile } from '../contract/fairness/proof-file.ts';
import { verifyProof, type Expected, type Verdict } from '../contract/fairness/verify-proof.ts';
import { majorToMinor } from '../contract/money.ts';
import type { KnownProof } from './queries/vouchers.ts';
import type { ProofRow } from './rows.ts';

export interface ProvableVoucher extends KnownProof {
  readonly proof: ProofRow;
}

export const proofFileOf = (row: ProofRow): ProofFile => ({
  format: PROOF_FORMAT,
  ulid: row.ulid,
  commitment: row.commitment,
  rules: row.rules,
  digits: row.digits,
  master: row.master,
  code: row.code,
  entries_root: row.entries_root,
  entries:
    row.entries?.map(({ number, user_id, guess_code, created_at }) => ({
      number,
      user_id,
      guess_code,
      created_at,
    })) ?? null,
  ...(row.ownEntries && { own_entries: row.ownEntries }),
});

const expectedOf = ({ proof, voucher, receipts }: ProvableVoucher): Expected => ({
  ulid: voucher.ulid,
  commitment: proof.firstCommitment,
  receipts,
  shown: {
    maskedCode: voucher.code ?? voucher.masked_code,
    amount: Number(majorToMinor(voucher.amount)),
    currency: voucher.currency,
    revealMethod: voucher.reveal_method,
    firstRevealViews: voucher.first_reveal_views,
    secondRevealViews: voucher.second_reveal_views,
    opensAtMs: voucher.remaining_time,
    closesAtMs: voucher.final_reveal_time === null ? null : Date.parse(voucher.final_reveal_time),
  },
});

/** Changes only when the result of `judge` can change, so views do not matter. */
export const verdictKey = (known: ProvableVoucher): string =>
  JSON.stringify([known.proof.fetchedAt, expectedOf(known)]);

/** Takes up to seconds for a large lottery, so run it in the data worker. */
export const judge = (known: ProvableVoucher): Verdict =>
  verifyProof(proofFileOf(known.proof), expectedOf(known));
