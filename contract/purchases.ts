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

/** A phone number as people type it: at home, or with the country's code. */
const PhoneSchema = Text(1, 32);

/** A data plan of a network; its price is fixed. */
export const DataBundleSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  amount: Type.Number(),
});
export type DataBundle = Static<typeof DataBundleSchema>;

export const AirtimeNetworkSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** How its numbers begin at home, the longest match counts: '0803'. Numbers move between networks, so it is a guess. */
  prefixes: Type.Array(Type.String()),
  /** The least and the most that one purchase may cost, major units. */
  min: Type.Number(),
  max: Type.Number(),
  /** The only amounts that are sold; empty where any between `min` and `max` is. */
  amounts: Type.Array(Type.Number()),
  bundles: Type.Array(DataBundleSchema),
});
export type AirtimeNetwork = Static<typeof AirtimeNetworkSchema>;

/** Who was topped up before. */
export const RecentAirtimeSchema = Type.Object({
  network: Type.String(),
  /** With the country's code, without a plus. */
  phone: Type.String(),
  amount: Type.Number(),
  /** The data plan that it was; null for airtime. */
  bundle: Nullable(Type.String()),
  bought_at: Type.String(),
});
export type RecentAirtime = Static<typeof RecentAirtimeSchema>;

/** GET /airtime/networks: those of the caller's region by default, and the caller's own recent numbers there */
export const AirtimeNetworksQuery = Closed({ region: Type.Optional(RegionKeySchema) });
export const AirtimeNetworksAnswer = Success({
  region: RegionKeySchema,
  currency: CurrencySchema,
  data: Type.Array(AirtimeNetworkSchema),
  recent: Type.Array(RecentAirtimeSchema),
});
export type AirtimeNetworksAnswer = Static<typeof AirtimeNetworksAnswer>;

/** POST /airtime/purchase: airtime, or the data plan that is named, at exactly its price */
export const AirtimePurchaseBody = Closed({
  network: Text(1, 32),
  phone: PhoneSchema,
  amount: AmountSchema,
  currency: CurrencySchema,
  bundle: Type.Optional(Text(1, 64)),
  ...OwnerProof,
});
export type AirtimePurchaseBody = Static<typeof AirtimePurchaseBody>;
export const AirtimePurchaseAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    reference: Type.String(),
    status: Literals(DISBURSEMENT_STATUSES),
    /** When it was first asked for: a repeated key answers with the same purchase. */
    created_at: Type.String(),
  }),
});
export type AirtimePurchaseAnswer = Static<typeof AirtimePurchaseAnswer>;

/** What bills are for. */
export const BILL_CATEGORIES = ['electricity', 'tv', 'internet', 'water', 'other'] as const;
export type BillCategoryId = (typeof BILL_CATEGORIES)[number];

/** The number of a meter, smartcard or customer. */
const CustomerSchema = Type.String({ pattern: '^[0-9A-Za-z/-]{4,32}$', maxLength: 32 });

/** One thing that a biller takes money for, e.g. a prepaid meter or a package. */
export const BillItemSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Its price, major units; null where the customer chooses. */
  amount: Nullable(Type.Number()),
  /** The least and the most, major units; null where the biller sets none. */
  min: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  /** What is charged on top of the amount, major units. */
  fee: Type.Number(),
});
export type BillItem = Static<typeof BillItemSchema>;
export const BillerSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** What its customers are known by: 'Meter number'. */
  customer_label: Type.String(),
  /** Whether it tells whose number that is. */
  is_checked: Type.Boolean(),
  items: Type.Array(BillItemSchema),
});
export type Biller = Static<typeof BillerSchema>;
export const BillCategorySchema = Type.Object({
  id: Literals(BILL_CATEGORIES),
  name: Type.String(),
  billers: Type.Array(BillerSchema),
});
export type BillCategory = Static<typeof BillCategorySchema>;

/** What was paid before. */
export const RecentBillSchema = Type.Object({
  biller: Type.String(),
  biller_name: Type.String(),
  item: Type.String(),
  item_name: Type.String(),
  customer: Type.String(),
  customer_name: Nullable(Type.String()),
  amount: Type.Number(),
  paid_at: Type.String(),
});
export type RecentBill = Static<typeof RecentBillSchema>;

/** GET /bills/categories: those of the caller's region by default, and what the caller paid there before */
export const BillCategoriesQuery = Closed({ region: Type.Optional(RegionKeySchema) });
export const BillCategoriesAnswer = Success({
  region: RegionKeySchema,
  currency: CurrencySchema,
  data: Type.Array(BillCategorySchema),
  recent: Type.Array(RecentBillSchema),
});
export type BillCategoriesAnswer = Static<typeof BillCategoriesAnswer>;

/** POST /bills/validate: whose number it is; null where the biller does not tell */
export const ValidateBillBody = Closed({
  biller: Text(1, 64),
  item: Type.Optional(Text(1, 64)),
  customer: CustomerSchema,
  currency: Type.Optional(CurrencySchema),
});
export type ValidateBillBody = Static<typeof ValidateBillBody>;
export const ValidateBillAnswer = Success({
  data: Type.Object({ customer_name: Nullable(Type.String()) }),
});
export type ValidateBillAnswer = Static<typeof ValidateBillAnswer>;

/** POST /bills/pay; with `fee`, what the payer was shown, another fee is refused */
export const PayBillBody = Closed({
  biller: Text(1, 64),
  item: Text(1, 64),
  customer: CustomerSchema,
  amount: AmountSchema,
  currency: CurrencySchema,
  fee: Type.Optional(Type.Number({ minimum: 0 })),
  ...OwnerProof,
});
export type PayBillBody = Static<typeof PayBillBody>;
export const PayBillAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    reference: Type.String(),
    status: Literals(DISBURSEMENT_STATUSES),
    /** What is typed into a prepaid meter, once the biller gave it. */
    token: Nullable(Type.String()),
    /** When it was first asked for: a repeated key answers with the same purchase. */
    created_at: Type.String(),
  }),
});
export type PayBillAnswer = Static<typeof PayBillAnswer>;
