import { Type, type Static, type TLiteral, type TSchema, type TUnion } from 'typebox';

import { PIN_DIGITS } from './constants.ts';
import { CURRENCIES } from './money.ts';
import { REGION_KEYS } from './region-table.ts';

const closed = { additionalProperties: false } as const;

export const Closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, closed);

export const Success = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object({ success: Type.Literal(true), ...properties }, closed);

export const Data = <P extends Record<string, TSchema>>(properties: P) =>
  Success({ data: Type.Object(properties) });

export const MessageAndData = <P extends Record<string, TSchema>>(properties: P) =>
  Success({ message: Type.String(), data: Type.Object(properties) });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

type LiteralSchemas<T extends readonly string[]> = T extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? [TLiteral<First>, ...LiteralSchemas<Rest>]
  : [];

export const Literals = <const T extends readonly string[]>(
  values: T,
): TUnion<LiteralSchemas<T>> => {
  const schemas: TLiteral<string>[] = values.map((value) => Type.Literal(value));
  const [first, second] = schemas;
  // A union of one is the same, which readers of the API's description would ask about.
  return (first && !second ? first : Type.Union(schemas)) as unknown as TUnion<LiteralSchemas<T>>;
};

export const CurrencySchema = Literals(CURRENCIES);
export const RegionKeySchema = Literals(REGION_KEYS);

/** Printable text without unpaired surrogates, which the database cannot store. */
export const Text = (minLength: number, maxLength: number) =>
  Type.String({
    minLength,
    maxLength,
    pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ud800-\\udfff]*$',
  });

export const TimeSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$',
});

export const PinSchema = Type.String({ pattern: `^\\d{${PIN_DIGITS}}$` });

export const Base64UrlSchema = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$' });

export const PasskeyProofSchema = Closed({
  id: Base64UrlSchema(1_400),
  client_data: Base64UrlSchema(4_000),
  authenticator_data: Base64UrlSchema(2_000),
  signature: Base64UrlSchema(2_000),
});
export type PasskeyProof = Static<typeof PasskeyProofSchema>;

export const OwnerProof = {
  pin: Type.Optional(PinSchema),
  passkey: Type.Optional(PasskeyProofSchema),
};
export interface OwnerProof {
  readonly pin?: string;
  readonly passkey?: PasskeyProof;
}

/** Major units; the server checks the two decimals. */
export const AmountSchema = Type.Number({ exclusiveMinimum: 0 });

/** Part of a regular expression. */
export const ULID_PATTERN = '[0-9A-HJKMNP-TV-Z]{26}';
export const UlidSchema = Type.String({ pattern: `^${ULID_PATTERN}$` });

export const RegionQuery = Closed({ region: Type.Optional(RegionKeySchema) });
export const CursorQuery = Closed({
  cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});

/** Links may add punctuation or parameters to the code, and `readReferralCode` removes them. */
export const ReferralCodeSchema = Type.String({
  maxLength: 64,
  pattern:
    '^\\s*[A-Za-z0-9]{4,16}([^A-Za-z0-9\\u0000-\\u001f\\ud800-\\udfff][^\\u0000-\\u001f\\ud800-\\udfff]*)?$',
});

/** Id, ULID, or the code of a payment voucher. */
export const VoucherIdSchema = Type.String({
  minLength: 1,
  maxLength: 26,
  pattern: '^[0-9A-Za-z]+$',
});

export const MessageAnswer = Success({ message: Type.String() });
export type MessageAnswer = Static<typeof MessageAnswer>;

export const FailureAnswer = Type.Object({
  success: Type.Literal(false),
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  seconds_remaining: Type.Optional(Type.Integer()),
  premium_upgrade: Type.Optional(Type.Boolean()),
  rate_limited: Type.Optional(Type.Boolean()),
  remaining_points: Type.Optional(Type.Integer()),
  tries_left: Type.Optional(Type.Integer()),
  outgoing_paused_until: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Number()),
  left: Type.Optional(Type.Number()),
  renews_at: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
});
export type FailureAnswer = Static<typeof FailureAnswer>;
