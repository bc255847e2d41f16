import type {
  BillCategory,
  Biller,
  BillItem,
  PayBillBody,
  RecentBill,
} from '../../../../contract/purchases.ts';
import { BILL_REMINDER_AFTER_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import {
  amountOf,
  currencySymbol,
  majorToMinor,
  minorToMajor,
} from '../../../../contract/money.ts';
import { REGIONS, type RegionKey } from '../../../../contract/region-table.ts';
import type { Failure } from '../../../../contract/result.ts';
import { isOfAmount } from '../../../shared/wallet/amounts.ts';
import type { Spendable } from '../../../shared/wallet/held.tsx';
import { shortMessage } from '../../../shared/wallet/short-message.ts';
import type { Checked, FieldErrors } from '../../../platform/form/use-form.ts';

export interface BillForm {
  readonly category: string;
  readonly biller: string;
  readonly item: string;
  readonly customer: string;
  /** Decimal text in major units; a price that stands is not typed. */
  readonly amount: string;
}

export const BILL_FIELDS = ['biller', 'item', 'customer', 'amount'] as const;
export type BillField = (typeof BILL_FIELDS)[number];

export interface BillFacts extends Spendable {
  readonly region: RegionKey;
  readonly categories: readonly BillCategory[];
}

export interface Chosen {
  readonly category: BillCategory | undefined;
  readonly biller: Biller | undefined;
  /** The only item where there is one. */
  readonly item: BillItem | undefined;
}

export interface BillOrder {
  readonly biller: Biller;
  readonly item: BillItem;
  readonly customer: string;
  /** Null where the biller does not tell. */
  readonly customerName: string | null;
  /** Major units, without the fee. */
  readonly amount: number;
  readonly currency: PayBillBody['currency'];
}

export const emptyForm = (categories: readonly BillCategory[]): BillForm => ({
  category: categories[0]?.id ?? '',
  biller: '',
  item: '',
  customer: '',
  amount: '',
});

export function chosenIn(form: BillForm, categories: readonly BillCategory[]): Chosen {
  const category = categories.find(({ id }) => id === form.category);
  const biller = category?.billers.find(({ id }) => id === form.biller);
  const only = biller?.items.length === 1 ? biller.items[0] : undefined;
  return { category, biller, item: biller?.items.find(({ id }) => id === form.item) ?? only };
}

const readCustomer = (text: string): string | undefined => {
  const customer = text.replaceAll(/\s/g, '');
  return /^[0-9A-Za-z/-]{4,32}$/.test(customer) ? customer : undefined;
};

/** Amount and fee, major units. */
export const withFee = (amount: number, fee: number): number => {
  const [amountMinor, feeMinor] = [majorToMinor(amount), majorToMinor(fee)];
  return amountMinor === undefined || feeMinor === undefined
    ? 0
    : minorToMajor(amountMinor + feeMinor);
};

/** What is paid as the form stands, major units; 0 while nothing is chosen. */
export function totalOf(form: BillForm, { item }: Chosen): number {
  const amount = item?.amount ?? (amountOf(form.amount) || 0);
  return item && amount > 0 ? withFee(amount, item.fee) : 0;
}

function amountError(form: BillForm, item: BillItem, facts: BillFacts): string | undefined {
  const amount = item.amount ?? amountOf(form.amount);
  const { currency } = REGIONS[facts.region];
  const symbol = currencySymbol(currency);
  if (majorToMinor(amount) === undefined || amount <= 0) return errorMessage('amount_invalid');
  if (item.min !== null && amount < item.min)
    return errorMessage('below_minimum', { symbol, min: item.min });
  if (item.max !== null && amount > item.max)
    return errorMessage('purchase_too_large', { symbol, max: item.max.toLocaleString('en') });
  return shortMessage(withFee(amount, item.fee), facts, currency);
}

export function checkBill(
  form: BillForm,
  facts: BillFacts,
): Checked<BillField, Omit<BillOrder, 'customerName'>> {
  const { biller, item } = chosenIn(form, facts.categories);
  const customer = readCustomer(form.customer);
  const amount = item ? amountError(form, item, facts) : undefined;
  const errors: FieldErrors<BillField> = {
    ...(!biller && { biller: 'Choose a provider' }),
    ...(biller && !item && { item: 'Choose what to pay for' }),
    ...(customer === undefined && { customer: 'Enter the number as it stands on your bill' }),
    ...(amount !== undefined && { amount }),
  };
  if (!biller || !item || customer === undefined || amount !== undefined)
    return { ok: false, errors };
  const { currency } = REGIONS[facts.region];
  const paid = item.amount ?? amountOf(form.amount);
  return { ok: true, order: { biller, item, customer, amount: paid, currency } };
}

export function fieldErrors({ code, message, fields }: Failure): FieldErrors<BillField> {
  if (code === 'biller_gone') return { biller: message };
  if (code === 'customer_not_found') return { customer: message };
  if (fields?.['customer']) return { customer: 'Enter the number as it stands on your bill' };
  return isOfAmount(code) ? { amount: message } : {};
}

/** The call for an order; with the fee that was shown, so that no other one is charged. */
export const bodyOf = ({ biller, item, customer, amount, currency }: BillOrder): PayBillBody => ({
  biller: biller.id,
  item: item.id,
  customer,
  amount,
  currency,
  fee: item.fee,
});

/** The form for a bill that was paid before; undefined when its biller is no longer offered. */
export function formFor(
  recent: RecentBill,
  categories: readonly BillCategory[],
): BillForm | undefined {
  const { biller, item, customer, amount } = recent;
  const category = categories.find(({ billers }) => billers.some(({ id }) => id === biller));
  return category && { category: category.id, biller, item, customer, amount: String(amount) };
}

/** The bill that is likely to be due again: of those paid about a month ago or longer, the latest. @param now ms */
export const dueAgain = (recent: readonly RecentBill[], now: number): RecentBill | undefined =>
  recent.find(({ paid_at: paidAt }) => now - Date.parse(paidAt) >= BILL_REMINDER_AFTER_MS);
