import { Type, type Static } from 'typebox';

import {
  Closed,
  CurrencySchema,
  Data,
  Literals,
  Nullable,
  RegionKeySchema,
  Success,
  UlidSchema,
} from '../common.ts';
import { VoucherStatusSchema } from '../vouchers.ts';
import { COIN_REASONS, PERIODS } from './reasons.ts';

const NextCursor = Nullable(Type.Integer());

const VoucherBriefSchema = Type.Object({
  ulid: UlidSchema,
  amount: Type.Number(),
  currency: CurrencySchema,
  status: VoucherStatusSchema,
});

export const CoinEntrySchema = Type.Object({
  id: Type.Integer(),
  /** Positive means earned, negative spent. */
  delta: Type.Integer(),
  reason: Literals(COIN_REASONS),
  voucher_ulid: Nullable(Type.String()),
  created_at: Type.String(),
});
export type CoinEntry = Static<typeof CoinEntrySchema>;

export const CoinHistoryAnswer = Success({
  points: Type.Integer(),
  data: Type.Array(CoinEntrySchema),
  next_cursor: NextCursor,
});
export type CoinHistoryAnswer = Static<typeof CoinHistoryAnswer>;

export const LeaderboardQuery = Closed({
  period: Type.Optional(Literals(PERIODS)),
  region: Type.Optional(RegionKeySchema),
});
export type LeaderboardQuery = Static<typeof LeaderboardQuery>;

const StandingSchema = Type.Object({
  /** Users with equal coins have an equal rank. */
  rank: Type.Integer({ minimum: 1 }),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  points: Type.Integer(),
  wins: Type.Integer(),
  shares: Type.Integer(),
});
export type Standing = Static<typeof StandingSchema>;
export const LeaderboardAnswer = Success({
  data: Type.Array(StandingSchema),
  me: Nullable(StandingSchema),
  people: Type.Integer(),
  ends_at: Nullable(Type.String()),
});
export type LeaderboardAnswer = Static<typeof LeaderboardAnswer>;

const JoinedSchema = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  state: Literals(['pending', 'confirmed']),
  /** Coins that this user's sign-up earned for the caller. */
  coins: Type.Integer(),
  created_at: Type.String(),
});
export type Joined = Static<typeof JoinedSchema>;

const SharedVoucherSchema = Type.Object({
  voucher: VoucherBriefSchema,
  confirmed: Type.Integer(),
  pending: Type.Integer(),
  coins: Type.Integer(),
});
export type SharedVoucher = Static<typeof SharedVoucherSchema>;

export const ReferralsAnswer = Success({
  referral_code: Type.String(),
  link: Type.String(),
  total_points: Type.Integer(),
  shares: Type.Integer(),
  joined: Type.Integer(),
  /** Visitors, and below sign-ups, that are not yet confirmed. */
  pending_visitors: Type.Integer(),
  pending_joined: Type.Integer(),
  data: Type.Array(JoinedSchema),
  next_cursor: NextCursor,
  vouchers: Type.Array(SharedVoucherSchema),
});
export type ReferralsAnswer = Static<typeof ReferralsAnswer>;

const GUESS_RESULTS = ['won', 'wrong', 'entered', 'lost'] as const;
export const OwnGuessSchema = Type.Object({
  id: Type.Integer(),
  voucher: VoucherBriefSchema,
  is_lottery: Type.Boolean(),
  guess_number: Type.Integer(),
  code: Type.String(),
  result: Literals(GUESS_RESULTS),
  created_at: Type.String(),
});
export type OwnGuess = Static<typeof OwnGuessSchema>;

/** The receipt is a compact JWS with `ReceiptClaims`, signed by a key of GET /receipt-keys. */
const SignedGuessSchema = Type.Object({ ...OwnGuessSchema.properties, receipt: Type.String() });
export type SignedGuess = Static<typeof SignedGuessSchema>;

export const OwnGuessesAnswer = Success({
  data: Type.Array(SignedGuessSchema),
  next_cursor: NextCursor,
});
export type OwnGuessesAnswer = Static<typeof OwnGuessesAnswer>;

const NEXT_KINDS = ['draw', 'reveal', 'end'] as const;
const NextSchema = Type.Object({
  kind: Literals(NEXT_KINDS),
  voucher: VoucherBriefSchema,
  is_own: Type.Boolean(),
  at: Type.String(),
});
export type Next = Static<typeof NextSchema>;

export const DashboardAnswer = Data({
  /** Major units by currency. */
  wallets: Type.Record(Type.String(), Type.Object({ amount: Type.Number() })),
  points: Type.Integer(),
  points_earned: Type.Integer(),
  wins: Type.Integer(),
  vouchers: Type.Object({
    pending: Type.Integer(),
    active: Type.Integer(),
    ended: Type.Integer(),
  }),
  guesses: Type.Integer(),
  entries: Type.Integer(),
  recent: Type.Array(OwnGuessSchema),
  next: Type.Array(NextSchema),
});
export type DashboardAnswer = Static<typeof DashboardAnswer>;
