import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Data,
  Literals,
  MessageAndData,
  Nullable,
  Success,
  Text,
} from './common.ts';
import { MAX_PAGE_SIZE } from './constants.ts';

const HoldSchema = Type.Object({
  /** ISO 8601, may be in the past; null until a bank decides. */
  until: Nullable(Type.String()),
  because: Type.String(),
});

export const HeldSchema = Type.Object({
  ...HoldSchema.properties,
  amount: Type.Number(),
  voucher_ulid: Nullable(Type.String()),
  /** Only where it came by card. */
  by_card: Type.Optional(Type.Literal(true)),
});
export type Held = Static<typeof HeldSchema>;

export const BalancesAnswer = Data({
  wallets: Type.Record(
    Type.String(),
    Type.Object({
      amount: Type.Number(),
      /** What may leave now. */
      available_out: Type.Number(),
      held: Type.Optional(Type.Array(HeldSchema)),
      /** After a payment was taken back; later credits pay it. */
      owed: Type.Optional(Type.Number()),
    }),
  ),
  /** How long money is held that comes by card now. */
  card_hold_hours: Type.Integer(),
});
export type BalancesAnswer = Static<typeof BalancesAnswer>;

export const PaymentMethodsQuery = Closed({
  region: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  type: Type.Optional(Literals(['voucher', 'topup', 'premium'])),
});
export const PaymentMethodSchema = Type.Object({
  id: Type.String(),
  value: Type.String(),
  name: Type.String(),
  icon: Type.String(),
  providers: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  default_for_region: Type.Boolean(),
  /** Used when the payer chooses none; null if there is no choice. */
  provider: Nullable(Type.String()),
});
export type PaymentMethod = Static<typeof PaymentMethodSchema>;
export const PaymentMethodsAnswer = Success({
  data: Type.Array(PaymentMethodSchema),
  message: Type.String(),
});
export type PaymentMethodsAnswer = Static<typeof PaymentMethodsAnswer>;

export const PaymentConfigSchema = Closed({ phone: Type.Optional(Text(1, 32)) });
export type PaymentConfig = Static<typeof PaymentConfigSchema>;

export const CheckoutAnswer = Success({
  authorization_url: Type.String(),
  reference: Type.String(),
});
export type CheckoutAnswer = Static<typeof CheckoutAnswer>;

export const TopupInitializeBody = Closed({
  amount: AmountSchema,
  currency: CurrencySchema,
  processor: Text(1, 32),
  provider: Type.Optional(Text(1, 32)),
  config: Type.Optional(PaymentConfigSchema),
});
export type TopupInitializeBody = Static<typeof TopupInitializeBody>;

/** Only the reference is trusted; the other fields are hints from the return page. */
export const PaymentVerifyBody = Closed({
  reference: Text(1, 100),
  processor: Type.Optional(Text(1, 32)),
  transaction_id: Type.Optional(Text(1, 100)),
  status: Type.Optional(Text(1, 32)),
});
export type PaymentVerifyBody = Static<typeof PaymentVerifyBody>;
export const TopupVerifyBody = Closed({
  ...PaymentVerifyBody.properties,
  processor: Text(1, 32),
});
export type TopupVerifyBody = Static<typeof TopupVerifyBody>;
export const PAYMENT_STATUSES = ['pending', 'settled', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
/** `cancelled` can occur with `pending`, because the checkout stays open for a while. */
export const DECLINE_REASONS = [
  'declined',
  'cancelled',
  'expired',
  'insufficient_funds',
  'wrong_pin',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];
/** How a payer paid. `other` is what a gateway names otherwise, or does not name. */
export const PAYMENT_CHANNELS = ['card', 'bank_transfer', 'mobile_money', 'ussd', 'other'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];
export const VerifiedFields = {
  amount: Type.Number(),
  currency: CurrencySchema,
  status: Literals(PAYMENT_STATUSES),
  reason: Nullable(Literals(DECLINE_REASONS)),
};
export const TopupVerifyAnswer = MessageAndData(VerifiedFields);
export type TopupVerifyAnswer = Static<typeof TopupVerifyAnswer>;

export const TRANSACTION_TYPES = [
  'topup',
  'wallet_topup',
  'withdrawal',
  'voucher_payment',
  'voucher_win',
  'voucher_commission_share',
  'voucher_refund',
  'airtime',
  'bill',
  'premium',
  'exchange',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
const TransactionTypeSchema = Literals(TRANSACTION_TYPES);
export const TransactionsQuery = Closed({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
  type: Type.Optional(TransactionTypeSchema),
  status: Type.Optional(Literals(['completed', 'pending', 'failed', 'processing'])),
  start_date: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  end_date: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  /** IANA zone of the two dates; the user's region by default. */
  time_zone: Type.Optional(Text(1, 64)),
});
export type TransactionsQuery = Static<typeof TransactionsQuery>;
export const TransactionSchema = Type.Object({
  id: Type.String(),
  type: Literals(['credit', 'debit']),
  transaction_type: TransactionTypeSchema,
  status: Literals(['completed', 'pending', 'failed', 'processing']),
  amount: Type.Number(),
  currency: CurrencySchema,
  reference: Type.String(),
  description: Type.String(),
  payment_method: Nullable(Type.String()),
  payment_gateway: Nullable(Type.String()),
  metadata: Type.Object({ payment_gateway: Nullable(Type.String()) }),
  created_at: Type.String(),
  hold: Type.Optional(HoldSchema),
});
export type Transaction = Static<typeof TransactionSchema>;
export const TransactionsAnswer = Success({
  data: Type.Array(TransactionSchema),
  has_more: Type.Boolean(),
  current_page: Type.Integer(),
  total_pages: Type.Integer(),
  total_count: Type.Integer(),
});
export type TransactionsAnswer = Static<typeof TransactionsAnswer>;

export const StatementQuery = Type.Omit(TransactionsQuery, ['page', 'per_page'], {
  additionalProperties: false,
});
export type StatementQuery = Static<typeof StatementQuery>;

const PartySchema = Type.Object({ name: Type.String(), detail: Nullable(Type.String()) });
export type Party = Static<typeof PartySchema>;
export const ReceiptSchema = Type.Object({
  ...TransactionSchema.properties,
  from: PartySchema,
  to: PartySchema,
  lines: Type.Array(Type.Object({ label: Type.String(), amount: Type.Number() })),
  /** Signed amounts in the owner's wallets; empty until money moved. */
  entries: Type.Array(Type.Object({ currency: CurrencySchema, amount: Type.Number() })),
  voucher_ulid: Nullable(Type.String()),
  token: Nullable(Type.String()),
});
export type Receipt = Static<typeof ReceiptSchema>;
export const ReceiptAnswer = Success({ data: ReceiptSchema });
export type ReceiptAnswer = Static<typeof ReceiptAnswer>;
