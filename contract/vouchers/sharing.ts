import { Type, type Static } from 'typebox';

import { Literals, Nullable, Success } from '../common.ts';

export const REFUSED_ARRIVALS = ['own_device', 'own_destination', 'loop', 'short_visit'] as const;
export type RefusedArrival = (typeof REFUSED_ARRIVALS)[number];

export const SharerSchema = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  referral_count: Type.Integer(),
  pending_count: Type.Integer(),
});
export type Sharer = Static<typeof SharerSchema>;

export const OwnSharesSchema = Type.Object({
  confirmed: Type.Integer(),
  pending: Type.Integer(),
  refused: Type.Array(
    Type.Object({ reason: Literals(REFUSED_ARRIVALS), count: Type.Integer({ minimum: 1 }) }),
  ),
});
export type OwnShares = Static<typeof OwnSharesSchema>;

export const TopSharersAnswer = Success({
  sharers: Type.Array(SharerSchema),
  own: Type.Optional(OwnSharesSchema),
});
export type TopSharersAnswer = Static<typeof TopSharersAnswer>;
