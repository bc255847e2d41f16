import { Type, type Static } from 'typebox';

import { Literals, Nullable, Success } from '../common.ts';

/** Why an arrival through a sharer's link pays nothing. */
export const REFUSED_ARRIVALS = ['own_device', 'own_destination', 'loop', 'short_visit'] as const;
export type RefusedArrival = (typeof REFUSED_ARRIVALS)[number];

export const SharerSchema = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  /** Visitors who came by their link and are confirmed: the rank goes by them. */
  referral_count: Type.Integer(),
  /** Visitors of whom it is not known yet whether they count. */
  pending_count: Type.Integer(),
});
export type Sharer = Static<typeof SharerSchema>;

/** What became of the visitors whom the caller brought. */
export const OwnSharesSchema = Type.Object({
  confirmed: Type.Integer(),
  pending: Type.Integer(),
  /** Those that pay nothing, by their reasons. */
  refused: Type.Array(
    Type.Object({ reason: Literals(REFUSED_ARRIVALS), count: Type.Integer({ minimum: 1 }) }),
  ),
});
export type OwnShares = Static<typeof OwnSharesSchema>;

/** GET /vouchers/{ulid}/top-sharers; `own` for a signed-in caller who brought a visitor */
export const TopSharersAnswer = Success({
  sharers: Type.Array(SharerSchema),
  own: Type.Optional(OwnSharesSchema),
});
export type TopSharersAnswer = Static<typeof TopSharersAnswer>;
