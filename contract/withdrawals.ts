import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  Nullable,
  OwnerProof,
  RegionKeySchema,
  Success,
  Text,
} from './common.ts';
import { DISBURSEMENT_STATUSES } from './disbursement-status.ts';

/** Where money can leave to. */
export const DESTINATION_TYPES = ['bank', 'mobile_money'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** Digits of an account or phone, the latter also with a leading plus. */
const AccountNumberSchema = Type.String({ pattern: '^\\+?\\d{5,20}$', maxLength: 21 });

/** GET /wallet/banks: banks and networks that money can leave to, those of the caller's region by default */
export const BanksQuery = Closed({ region: Type.Optional(RegionKeySchema) });
export const BankSchema = Type.Object({
  type: Literals(DESTINATION_TYPES),
  code: Type.String(),
  name: Type.String(),
});
export type Bank = Static<typeof BankSchema>;
export const BanksAnswer = Success({ currency: CurrencySchema, data: Type.Array(BankSchema) });
export type BanksAnswer = Static<typeof BanksAnswer>;

/** POST /wallet/resolve-account: whose account it is; null where the bank does not tell */
export const ResolveAccountBody = Closed({
  code: Text(1, 32),
  account_number: AccountNumberSchema,
  currency: Type.Optional(CurrencySchema),
});
export type ResolveAccountBody = Static<typeof ResolveAccountBody>;
export const ResolveAccountAnswer = Success({
  data: Type.Object({ account_name: Nullable(Type.String()) }),
});
export type ResolveAccountAnswer = Static<typeof ResolveAccountAnswer>;

/** Names a saved account; any of its names works, also one of an older answer. */
const SavedAccountIdSchema = Text(1, 64);

/** GET /wallet/accounts: where the caller's money went before, the latest first; of each number only the end */
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

/** DELETE /wallet/accounts: offers that account no more; a withdrawal to it saves it again */
export const ForgetAccountBody = Closed({ id: SavedAccountIdSchema });
export type ForgetAccountBody = Static<typeof ForgetAccountBody>;
export const ForgetAccountAnswer = Success({});

/** POST /wallet/withdraw: to a destination or to a saved account, exactly one of them */
export const WithdrawBody = Closed({
  amount: AmountSchema,
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
export const WithdrawAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    reference: Type.String(),
    status: Literals(DISBURSEMENT_STATUSES),
    /** When it was first asked for: a repeated key answers with the same withdrawal. */
    created_at: Type.String(),
  }),
});
export type WithdrawAnswer = Static<typeof WithdrawAnswer>;
