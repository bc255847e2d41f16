import { Type, type Static } from 'typebox';

import {
  Closed,
  CurrencySchema,
  Literals,
  Nullable,
  RegionKeySchema,
  Success,
  UlidSchema,
} from '../common.ts';
import { VoucherStatusSchema } from '../vouchers.ts';
import { COIN_REASONS, PERIODS } from './reasons.ts';

/** Where the page before ended: its `next_cursor`. */
const Cursor = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));
const NextCursor = Nullable(Type.Integer());

/** A voucher as far as a line about it needs; `amount` in major units. */
const VoucherBriefSchema = Type.Object({
  ulid: UlidSchema,
  amount: Type.Number(),
  currency: CurrencySchema,
  status: VoucherStatusSchema,
});

/** A movement of coins. */
export const CoinEntrySchema = Type.Object({
  id: Type.Integer(),
  /** Positive = earned, negative = spent. */
  delta: Type.Integer(),
  reason: Literals(COIN_REASONS),
  /** What it was about, where that was a voucher. */
  voucher_ulid: Nullable(Type.String()),
  created_at: Type.String(),
});
export type CoinEntry = Static<typeof CoinEntrySchema>;

/** GET /points/history: newest first */
export const CoinHistoryQuery = Closed({ cursor: Cursor });
export type CoinHistoryQuery = Static<typeof CoinHistoryQuery>;
export const CoinHistoryAnswer = Success({
  points: Type.Integer(),
  data: Type.Array(CoinEntrySchema),
  next_cursor: NextCursor,
});
export type CoinHistoryAnswer = Static<typeof CoinHistoryAnswer>;

/** GET /leaderboard; without a region, everybody's */
export const LeaderboardQuery = Closed({
  period: Type.Optional(Literals(PERIODS)),
  region: Type.Optional(RegionKeySchema),
});
export type LeaderboardQuery = Static<typeof LeaderboardQuery>;

const StandingSchema = Type.Object({
  /** 1 + how many have more; equal coins have an equal rank. */
  rank: Type.Integer({ minimum: 1 }),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  /** Coins earned in the period. */
  points: Type.Integer(),
  wins: Type.Integer(),
  /** Vouchers whose link brought a confirmed visitor. */
  shares: Type.Integer(),
});
export type Standing = Static<typeof StandingSchema>;
export const LeaderboardAnswer = Success({
  data: Type.Array(StandingSchema),
  /** Null for a caller who has earned nothing in the period. */
  me: Nullable(StandingSchema),
  /** How many people have earned something. */
  people: Type.Integer(),
  /** When the period ends, ISO 8601; null for all time. */
  ends_at: Nullable(Type.String()),
});
export type LeaderboardAnswer = Static<typeof LeaderboardAnswer>;

/** A user who signed up by the caller's link: `pending` until their address is verified. */
const JoinedSchema = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  state: Literals(['pending', 'confirmed']),
  /** What they have brought. */
  coins: Type.Integer(),
  created_at: Type.String(),
});
export type Joined = Static<typeof JoinedSchema>;

/** A voucher that the caller passed on, with the visitors who came by their link. */
const SharedVoucherSchema = Type.Object({
  voucher: VoucherBriefSchema,
  confirmed: Type.Integer(),
  pending: Type.Integer(),
  coins: Type.Integer(),
});
export type SharedVoucher = Static<typeof SharedVoucherSchema>;

/** GET /referrals; `cursor` goes on in `data` */
export const ReferralsQuery = Closed({ cursor: Cursor });
export type ReferralsQuery = Static<typeof ReferralsQuery>;
export const ReferralsAnswer = Success({
  referral_code: Type.String(),
  link: Type.String(),
  /** Coins that all of it has earned. */
  total_points: Type.Integer(),
  shares: Type.Integer(),
  joined: Type.Integer(),
  /** Visitors of whom it is not known yet whether they count, and sign-ups that are not verified. */
  pending_visitors: Type.Integer(),
  pending_joined: Type.Integer(),
  data: Type.Array(JoinedSchema),
  next_cursor: NextCursor,
  /** The newest that the caller passed on. */
  vouchers: Type.Array(SharedVoucherSchema),
});
export type ReferralsAnswer = Static<typeof ReferralsAnswer>;

/** How a guess fared; an entry of a lottery is `entered` until the draw. */
const GUESS_RESULTS = ['won', 'wrong', 'entered', 'lost'] as const;
export const OwnGuessSchema = Type.Object({
  id: Type.Integer(),
  voucher: VoucherBriefSchema,
  is_lottery: Type.Boolean(),
  /** The guess's number on its voucher. */
  guess_number: Type.Integer(),
  code: Type.String(),
  result: Literals(GUESS_RESULTS),
  created_at: Type.String(),
});
export type OwnGuess = Static<typeof OwnGuessSchema>;

/** A guess with its receipt signed: a compact JWS with `ReceiptClaims`, by a key of GET /receipt-keys. */
const SignedGuessSchema = Type.Object({ ...OwnGuessSchema.properties, receipt: Type.String() });
export type SignedGuess = Static<typeof SignedGuessSchema>;

/** GET /guesses: the caller's own, newest first */
export const OwnGuessesQuery = Closed({ cursor: Cursor });
export type OwnGuessesQuery = Static<typeof OwnGuessesQuery>;
export const OwnGuessesAnswer = Success({
  data: Type.Array(SignedGuessSchema),
  next_cursor: NextCursor,
});
export type OwnGuessesAnswer = Static<typeof OwnGuessesAnswer>;

/** What happens by itself to a voucher that the caller made or guessed on. */
const NEXT_KINDS = ['draw', 'reveal', 'end'] as const;
const NextSchema = Type.Object({
  kind: Literals(NEXT_KINDS),
  voucher: VoucherBriefSchema,
  is_own: Type.Boolean(),
  /** ISO 8601 */
  at: Type.String(),
});
export type Next = Static<typeof NextSchema>;

/** GET /dashboard */
export const DashboardAnswer = Success({
  data: Type.Object({
    /** Major units by currency. */
    wallets: Type.Record(Type.String(), Type.Object({ amount: Type.Number() })),
    points: Type.Integer(),
    /** Coins earned in all. */
    points_earned: Type.Integer(),
    wins: Type.Integer(),
    /** Own vouchers. */
    vouchers: Type.Object({
      pending: Type.Integer(),
      active: Type.Integer(),
      ended: Type.Integer(),
    }),
    /** Guesses and lottery entries together. */
    guesses: Type.Integer(),
    entries: Type.Integer(),
    /** The first page of GET /guesses. */
    recent: Type.Array(OwnGuessSchema),
    /** What comes first, first. */
    next: Type.Array(NextSchema),
  }),
});
export type DashboardAnswer = Static<typeof DashboardAnswer>;
