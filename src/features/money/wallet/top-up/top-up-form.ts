import { TOPUP_MAX_MAJOR } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { amountOf, type Currency, majorToMinor } from '../../../../../contract/money.ts';
import type { PaymentMethod, TopupInitializeBody } from '../../../../../contract/wallet.ts';
import {
  checkPayment,
  PAYMENT_FIELDS,
  type AskedField,
  type PaymentForm,
} from '../../../../shared/payments/payment-choice.ts';
import type { Checked } from '../../../../platform/form/use-form.ts';

export interface TopUpForm extends PaymentForm {
  /** Decimal text in major units. */
  readonly amount: string;
}

export const TOP_UP_FIELDS = ['amount', ...PAYMENT_FIELDS] as const;
export type TopUpField = (typeof TOP_UP_FIELDS)[number];

/** With the region's own method until one is chosen. */
export function withMethod<Form extends PaymentForm>(
  form: Form,
  methods: readonly PaymentMethod[],
): Form {
  const method =
    methods.find(({ id }) => id === form.methodId) ??
    methods.find((one) => one.default_for_region) ??
    methods[0];
  return { ...form, methodId: method?.id ?? '' };
}

export interface TopUpCircumstances {
  readonly methods: readonly PaymentMethod[];
  readonly asked: readonly AskedField[];
  readonly currency: Currency;
}

/** Whole major units, '' for anything else. */
export const amountFrom = (text: string): string =>
  /^[1-9]\d{0,7}$/.test(text) && Number(text) <= TOPUP_MAX_MAJOR ? text : '';

export function checkTopUp(
  form: TopUpForm,
  { methods, asked, currency }: TopUpCircumstances,
): Checked<TopUpField, TopupInitializeBody> {
  const amount = amountOf(form.amount);
  const amountMinor = majorToMinor(amount);
  const isAmount = amountMinor !== undefined && amountMinor > 0n && amount <= TOPUP_MAX_MAJOR;
  const payment = checkPayment(withMethod(form, methods), { methods, asked });
  const errors = {
    ...(!isAmount && { amount: errorMessage('amount_invalid') }),
    ...(!payment.ok && payment.errors),
  };
  if (!isAmount || !payment.ok) return { ok: false, errors };
  const { method: processor, provider, phone } = payment.order;
  const body = { amount, currency, processor };
  return {
    ok: true,
    order: { ...body, ...(provider && { provider }), ...(phone && { config: { phone } }) },
  };
}
