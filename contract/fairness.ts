import { Type, type Static } from 'typebox';

import { CurrencySchema, Literals, Nullable, Success } from './common.ts';

/** What moves a giveaway's money: into it, to its winners or back, and to its sharers and the platform. */
const GIVEAWAY_MOVEMENTS = [
  'voucher_payment',
  'voucher_win',
  'voucher_refund',
  'voucher_commission_share',
] as const;

/** What an account is to a giveaway. */
const AccountRoleSchema = Literals(['wallet', 'escrow', 'pool', 'fees']);

/** One movement of a giveaway's money: entries that sum to zero. Amounts in major units. */
const MoneyMovementSchema = Type.Object({
  kind: Literals(GIVEAWAY_MOVEMENTS),
  created_at: Type.String(),
  entries: Type.Array(
    Type.Object({
      account: AccountRoleSchema,
      /** Whose wallet it is; null for accounts of no user. */
      username: Nullable(Type.String()),
      /** Into the account, or out of it when below zero. */
      amount: Type.Number(),
    }),
  ),
  /** How many entries it has; the first ones are shown. */
  entries_count: Type.Integer(),
  /** Of all entries: zero, always. */
  sum: Type.Number(),
});

/** Follow the money: what the journal entries of a giveaway add up to, and its first movements. Major units. */
export const MoneyTrailSchema = Type.Object({
  currency: CurrencySchema,
  /** What left the creator's wallet for it. */
  paid_in: Type.Number(),
  /** Paid to winners. */
  prize: Type.Number(),
  /** What went back to the creator when there was no winner. */
  returned: Type.Number(),
  /** What of the pool went to sharers, and what to the platform. */
  sharers: Type.Number(),
  platform: Type.Number(),
  /** What still lies there; nothing once the giveaway is completed. */
  in_escrow: Type.Number(),
  in_pool: Type.Number(),
  movements: Type.Array(MoneyMovementSchema),
  movements_count: Type.Integer(),
});
export type MoneyTrail = Static<typeof MoneyTrailSchema>;

/** GET /vouchers/{ulid}/fairness: what anyone needs to check the code's commitment */
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
  /**
   * Of a drawn lottery: the Merkle root (RFC 6962, SHA-256, hex) over its entries, which are published by
   * GET /vouchers/{ulid}/guesses; `entriesRoot` says how it is computed.
   */
  entries_root: Nullable(Type.String()),
  /** How many entries the root is over; 0 before. The root over none is the hash of nothing. */
  entries_count: Type.Integer(),
  money: MoneyTrailSchema,
});
export type FairnessAnswer = Static<typeof FairnessAnswer>;

/** GET /vouchers/{ulid}/entries/{number}/proof: that an entry of a drawn lottery was counted */
export const EntryProofSchema = Type.Object({
  number: Type.Integer(),
  user_id: Type.Integer(),
  guess_code: Type.String(),
  created_at: Type.String(),
  /** Its place among so many, by number; from 0. */
  index: Type.Integer(),
  size: Type.Integer(),
  /** Hex: the neighbours up to `entries_root`, lowest first. */
  path: Type.Array(Type.String()),
});
export type EntryProof = Static<typeof EntryProofSchema>;
export const EntryProofAnswer = Success({ data: EntryProofSchema });
export type EntryProofAnswer = Static<typeof EntryProofAnswer>;

/** GET /receipt-keys: a JWK Set (RFC 7517) of Ed25519 keys (RFC 8037) */
export const ReceiptKeysAnswer = Success({
  keys: Type.Array(
    Type.Object({
      kty: Type.Literal('OKP'),
      crv: Type.Literal('Ed25519'),
      /** The public key, base64url. */
      x: Type.String(),
      kid: Type.String(),
      alg: Type.Literal('EdDSA'),
      use: Type.Literal('sig'),
    }),
  ),
});
export type ReceiptKeysAnswer = Static<typeof ReceiptKeysAnswer>;
