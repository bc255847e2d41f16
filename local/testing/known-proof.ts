import { commitTo, proveDigits } from '../../contract/fairness/commitment.ts';
import type { KnownProof } from '../queries/vouchers.ts';
import { CODE_A, sampleVoucher, ULID_A } from './samples.ts';

const MASTER = new Uint8Array(32);
const HIDDEN = [5, 9, 11, 12];
const RULES = `{"amount":500000,"closesAtMs":null,"currency":"NGN","feeBp":1000,"firstRevealViews":100,"hidden":${JSON.stringify(HIDDEN)},"opensAtMs":null,"revealMethod":"views","secondRevealViews":200,"v":1}`;
const { commitment } = commitTo(ULID_A, CODE_A, MASTER, RULES);
const MASKED = [...CODE_A].map((digit, at) => (HIDDEN.includes(at) ? '*' : digit)).join('');
export const OPEN = [...[...CODE_A].keys()].filter((at) => !HIDDEN.includes(at));

/** The proof covers the nine open digits of a giveaway. */
export const KNOWN_PROOF: KnownProof = {
  voucher: { ...sampleVoucher({ commitment, masked_code: MASKED }), fetchedAt: 1 },
  proof: {
    success: true,
    ulid: ULID_A,
    commitment,
    firstCommitment: commitment,
    rules: RULES,
    digits: proveDigits(ULID_A, CODE_A, MASTER, OPEN),
    master: null,
    code: null,
    winning_guess_number: null,
    entries_root: null,
    entries_count: 0,
    entries: null,
    money: {
      currency: 'NGN',
      paid_in: 0,
      returned: 0,
      prize: 0,
      sharers: 0,
      platform: 0,
      in_escrow: 0,
      in_pool: 0,
      movements: [],
      movements_count: 0,
    },
    fetchedAt: 1,
  },
  receipts: [],
};
