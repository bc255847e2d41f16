import type { OwnEntry } from '../contract/fairness/judge-entries.ts';
import { PROOF_FORMAT, type ProofFile } from '../contract/fairness/proof-file.ts';
import { verifyProof, type Verdict } from '../contract/fairness/verify-proof.ts';
import { majorToMinor } from '../contract/money.ts';
import type { Voucher } from '../contract/vouchers.ts';
import type { ProofRow } from './rows.ts';

/** What a ticket says that was sealed. */
type TicketFacts = Pick<
  Voucher,
  | 'ulid'
  | 'masked_code'
  | 'code'
  | 'amount'
  | 'currency'
  | 'reveal_method'
  | 'first_reveal_views'
  | 'second_reveal_views'
  | 'remaining_time'
  | 'final_reveal_time'
>;

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
});

/**
 * Checks on this device what the server gave as proof of a voucher, against what the ticket says, the seal
 * that this device saw first and the receipts it has. Tens of milliseconds on a cheap phone, seconds with the
 * entries of a large lottery: work for the data worker.
 */
export const judge = (row: ProofRow, ticket: TicketFacts, receipts: readonly OwnEntry[]): Verdict =>
  verifyProof(proofFileOf(row), {
    ulid: ticket.ulid,
    commitment: row.firstCommitment,
    receipts,
    shown: {
      maskedCode: ticket.code ?? ticket.masked_code,
      amount: Number(majorToMinor(ticket.amount)),
      currency: ticket.currency,
      revealMethod: ticket.reveal_method,
      firstRevealViews: ticket.first_reveal_views,
      secondRevealViews: ticket.second_reveal_views,
      opensAtMs: ticket.remaining_time,
      closesAtMs: ticket.final_reveal_time === null ? null : Date.parse(ticket.final_reveal_time),
    },
  });
