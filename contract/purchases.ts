import { Type, type Static, type TSchema } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Data,
  Literals,
  MessageAndData,
  Nullable,
  OwnerProof,
  RegionKeySchema,
  Success,
  Text,
} from './common.ts';
import { DISBURSEMENT_STATUSES } from './disbursement-status.ts';

const PhoneSchema = Text(1, 32);

/** A repeated idempotency key returns the same order and time. */
export const OrderedFields = {
  reference: Type.String(),
  status: Literals(DISBURSEMENT_STATUSES),
  created_at: Type.String(),
};

const Offer = <Sold extends TSchema, Recent extends TSchema>(sold: Sold, recent: Recent) =>
  Success({
    region: RegionKeySchema,
    currency: CurrencySchema,
    data: Type.Array(sold),
    recent: Type.Array(recent),
  });

export const DataBundleSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  amount: Type.Number(),
});
export type DataBundle = Static<typeof DataBundleSchema>;

export const AirtimeNetworkSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** A prefix is only a guess, because numbers move between networks; the longest match wins. */
  prefixes: Type.Array(Type.String()),
  min: Type.Number(),
  max: Type.Number(),
  /** If empty, any amount between `min` and `max` is sold. */
  amounts: Type.Array(Type.Number()),
  bundles: Type.Array(DataBundleSchema),
});
export type AirtimeNetwork = Static<typeof AirtimeNetworkSchema>;

export const RecentAirtimeSchema = Type.Object({
  network: Type.String(),
  phone: Type.String(),
  amount: Type.Number(),
  bundle: Nullable(Type.String()),
  bought_at: Type.String(),
});
export type RecentAirtime = Static<typeof RecentAirtimeSchema>;

export const AirtimeNetworksAnswer = Offer(AirtimeNetworkSchema, RecentAirtimeSchema);
export type AirtimeNetworksAnswer = Static<typeof AirtimeNetworksAnswer>;

export const AirtimePurchaseBody = Closed({
  network: Text(1, 32),
  phone: PhoneSchema,
  amount: AmountSchema,
  currency: CurrencySchema,
  bundle: Type.Optional(Text(1, 64)),
  ...OwnerProof,
});
export type AirtimePurchaseBody = Static<typeof AirtimePurchaseBody>;
export const AirtimePurchaseAnswer = MessageAndData(OrderedFields);
export type AirtimePurchaseAnswer = Static<typeof AirtimePurchaseAnswer>;

export const BILL_CATEGORIES = ['electricity', 'tv', 'internet', 'water', 'other'] as const;
export type BillCategoryId = (typeof BILL_CATEGORIES)[number];

const CustomerSchema = Type.String({ pattern: '^[0-9A-Za-z/-]{4,32}$', maxLength: 32 });

export const BillItemSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Major units; null if the customer chooses. */
  amount: Nullable(Type.Number()),
  min: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  /** Added to the amount, in major units. */
  fee: Type.Number(),
});
export type BillItem = Static<typeof BillItemSchema>;
export const BillerSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  customer_label: Type.String(),
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

export const BillCategoriesAnswer = Offer(BillCategorySchema, RecentBillSchema);
export type BillCategoriesAnswer = Static<typeof BillCategoriesAnswer>;

export const ValidateBillBody = Closed({
  biller: Text(1, 64),
  item: Type.Optional(Text(1, 64)),
  customer: CustomerSchema,
  currency: Type.Optional(CurrencySchema),
});
export type ValidateBillBody = Static<typeof ValidateBillBody>;
export const ValidateBillAnswer = Data({ customer_name: Nullable(Type.String()) });
export type ValidateBillAnswer = Static<typeof ValidateBillAnswer>;

/** The server refuses a `fee` that differs from the current one. */
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
export const PayBillAnswer = MessageAndData({
  ...OrderedFields,
  /** The customer types it into a prepaid meter; null until the biller sends it. */
  token: Nullable(Type.String()),
});
export type PayBillAnswer = Static<typeof PayBillAnswer>;
