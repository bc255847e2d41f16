import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Data,
  Literals,
  MessageAndData,
  Nullable,
  OwnerProof,
  Success,
  Text,
} from './common.ts';
import { OrderedFields } from './purchases.ts';

export const DESTINATION_TYPES = ['bank', 'mobile_money'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** Only a phone number may have a leading plus. */
const AccountNumberSchema = Type.String({ pattern: '^\\+?\\d{5,20}$', maxLength: 21 });

export const BankSchema = Type.Object({
  type: Literals(DESTINATION_TYPES),
  code: Type.String(),
  name: Type.String(),
});
export type Bank = Static<typeof BankSchema>;
/** Major units, added to the amount. */
export const RailFeeSchema = Type.Object({
  type: Literals(DESTINATION_TYPES),
  /** The band's last amount; null for the highest band. */
  up_to: Nullable(Type.Number()),
  fee: Type.Number(),
});
export type RailFee = Static<typeof RailFeeSchema>;
export const BanksAnswer = Success({
  currency: CurrencySchema,
  data: Type.Array(BankSchema),
  fees: Type.Array(RailFeeSchema),
});
export type BanksAnswer = Static<typeof BanksAnswer>;

export const ResolveAccountBody = Closed({
  code: Text(1, 32),
  account_number: AccountNumberSchema,
  currency: Type.Optional(CurrencySchema),
});
export type ResolveAccountBody = Static<typeof ResolveAccountBody>;
export const ResolveAccountAnswer = Data({ account_name: Nullable(Type.String()) });
export type ResolveAccountAnswer = Static<typeof ResolveAccountAnswer>;

/** Ids from older answers also work. */
const SavedAccountIdSchema = Text(1, 64);

export const SavedAccountSchema = Type.Object({
  id: SavedAccountIdSchema,
  currency: CurrencySchema,
  type: Literals(DESTINATION_TYPES),
  bank_name: Type.String(),
  account_ending: Type.String(),
  account_name: Type.String(),
  last_used_at: Type.String(),
});
export type SavedAccount = Static<typeof SavedAccountSchema>;
export const SavedAccountsAnswer = Success({ data: Type.Array(SavedAccountSchema) });
export type SavedAccountsAnswer = Static<typeof SavedAccountsAnswer>;

export const ForgetAccountBody = Closed({ id: SavedAccountIdSchema });
export type ForgetAccountBody = Static<typeof ForgetAccountBody>;
export const ForgetAccountAnswer = Success({});

/** The server refuses a `fee` that differs from the current one. */
export const WithdrawBody = Closed({
  amount: AmountSchema,
  fee: Type.Optional(Type.Number({ minimum: 0 })),
  currency: CurrencySchema,
  destination: Type.Optional(
    Closed({
      type: Literals(DESTINATION_TYPES),
      code: Text(1, 32),
      account_number: AccountNumberSchema,
      account_name: Text(1, 100),
    }),
  ),
  saved_account: Type.Optional(SavedAccountIdSchema),
  ...OwnerProof,
});
export type WithdrawBody = Static<typeof WithdrawBody>;
export const WithdrawAnswer = MessageAndData({
  ...OrderedFields,
  /** The account has another holder, so a person looks at it before it is sent. */
  in_review: Type.Boolean(),
});
export type WithdrawAnswer = Static<typeof WithdrawAnswer>;
