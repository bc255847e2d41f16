import { PROOF_FORMAT, type ProofFile } from '../contract/fairness/proof-file.ts';
import { verifyProof, type Expected, type Verdict } from '../contract/fairness/verify-proof.ts';
import { majorToMinor } from '../contract/money.ts';
import type { KnownProof } from './queries/vouchers.ts';
import type { ProofRow } from './rows.ts';

/** A giveaway whose proof is on this device. */
export interface ProvableVoucher extends KnownProof {
  readonly proof: ProofRow;
}

/** The proof as a file that can be checked anywhere. */
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

/** All that a proof has to agree with: the seal that this device saw first, the receipts, and the ticket as it is shown. */
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

/**
 * A text that is another one exactly when `judge` might find something else: what else a row says, such as
 * its views, is not sealed. A proof is told from the next one by when it was fetched.
 */
export const verdictKey = (known: ProvableVoucher): string =>
  JSON.stringify([known.proof.fetchedAt, expectedOf(known)]);

/**
 * Checks on this device what the server gave as proof of a voucher. Tens of milliseconds on a cheap phone,
 * seconds with the entries of a large lottery: work for the data worker.
 */
export const judge = (known: ProvableVoucher): Verdict =>
  verifyProof(proofFileOf(known.proof), expectedOf(known));
