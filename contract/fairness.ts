import { Type, type Static } from 'typebox';

import { CurrencySchema, Literals, Nullable, Success } from './common.ts';

const GIVEAWAY_MOVEMENTS = [
  'voucher_payment',
  'voucher_win',
  'voucher_refund',
  'voucher_commission_share',
] as const;

const AccountRoleSchema = Literals(['wallet', 'escrow', 'pool', 'fees']);

/** The entries of one movement sum to zero; amounts are in major units. */
const MoneyMovementSchema = Type.Object({
  kind: Literals(GIVEAWAY_MOVEMENTS),
  created_at: Type.String(),
  entries: Type.Array(
    Type.Object({
      account: AccountRoleSchema,
      username: Nullable(Type.String()),
      /** Positive into the account, negative out of it; major units. */
      amount: Type.Number(),
    }),
  ),
  entries_count: Type.Integer(),
  sum: Type.Number(),
});

/** Major units. */
export const MoneyTrailSchema = Type.Object({
  currency: CurrencySchema,
  paid_in: Type.Number(),
  prize: Type.Number(),
  returned: Type.Number(),
  sharers: Type.Number(),
  platform: Type.Number(),
  /** Zero once the giveaway is completed. */
  in_escrow: Type.Number(),
  in_pool: Type.Number(),
  movements: Type.Array(MoneyMovementSchema),
  movements_count: Type.Integer(),
});
export type MoneyTrail = Static<typeof MoneyTrailSchema>;

export const FairnessAnswer = Success({
  commitment: Type.String(),
  /** Canonical JSON (RFC 8785): the exact text that was hashed. */
  rules: Type.String(),
  digits: Type.Array(
    Type.Object({
      position: Type.Integer(),
      digit: Type.String(),
      salt: Type.String(),
      path: Type.Array(Type.String()),
    }),
  ),
  master: Nullable(Type.String()),
  code: Nullable(Type.String()),
  winning_guess_number: Nullable(Type.Integer()),
  /** Merkle root (RFC 6962, SHA-256, hex) over the entries of a drawn lottery. */
  entries_root: Nullable(Type.String()),
  entries_count: Type.Integer(),
  money: MoneyTrailSchema,
});
export type FairnessAnswer = Static<typeof FairnessAnswer>;

export const EntryProofSchema = Type.Object({
  /** Numbers grow, with gaps, because all vouchers share one sequence. */
  number: Type.Integer(),
  /** The id stays the same when the username changes. */
  user_id: Type.Integer(),
  guess_code: Type.String(),
  created_at: Type.String(),
  /** Zero-based position in the list sorted by number. */
  index: Type.Integer(),
  size: Type.Integer(),
  /** Hex hashes of the sibling nodes, lowest first. */
  path: Type.Array(Type.String()),
});
export type EntryProof = Static<typeof EntryProofSchema>;
export const EntryProofAnswer = Success({ data: EntryProofSchema });
export type EntryProofAnswer = Static<typeof EntryProofAnswer>;

export const ReceiptKeysAnswer = Success({
  keys: Type.Array(
    Type.Object({
      kty: Type.Literal('OKP'),
      crv: Type.Literal('Ed25519'),
      x: Type.String(),
      kid: Type.String(),
      alg: Type.Literal('EdDSA'),
      use: Type.Literal('sig'),
    }),
  ),
});
export type ReceiptKeysAnswer = Static<typeof ReceiptKeysAnswer>;
