import { TOPUP_MAX_MAJOR } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { amountOf, type Currency, majorToMinor } from '../../../../../contract/money.ts';
import type { PaymentMethod, TopupInitializeBody } from '../../../../../contract/wallet.ts';
import type { AskedField } from '../../../../shared/payments/payment-choice.ts';

export interface TopUpForm {
  /** Decimal text in major units. */
  readonly amount: string;
  readonly methodId: string;
  readonly provider: string;
  readonly phone: string;
}

export const TOP_UP_FIELDS = ['amount', 'method', 'provider', 'phone'] as const;
export type TopUpField = (typeof TOP_UP_FIELDS)[number];
export type TopUpErrors = Readonly<Partial<Record<TopUpField, string>>>;

export type TopUpCheck =
  | { readonly ok: true; readonly body: TopupInitializeBody }
  | { readonly ok: false; readonly errors: TopUpErrors };

export const chosenMethod = (
  methods: readonly PaymentMethod[],
  { methodId }: Pick<TopUpForm, 'methodId'>,
): PaymentMethod | undefined =>
  methods.find(({ id }) => id === methodId) ??
  methods.find((method) => method.default_for_region) ??
  methods[0];

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
): TopUpCheck {
  const amount = amountOf(form.amount);
  const amountMinor = majorToMinor(amount);
  const method = chosenMethod(methods, form);
  const isAmount = amountMinor !== undefined && amountMinor > 0n && amount <= TOPUP_MAX_MAJOR;
  const needsProvider = method !== undefined && method.providers.length > 0;
  const phone = form.phone.trim();
  const needsPhone = asked.some(({ name, required }) => name === 'phone' && required);
  const errors: TopUpErrors = {
    ...(!isAmount && { amount: errorMessage('amount_invalid') }),
    ...(!method && { method: errorMessage('payment_method_required') }),
    ...(needsProvider && form.provider === '' && { provider: 'Choose your network' }),
    ...(needsPhone && phone === '' && { phone: errorMessage('phone_required') }),
  };
  if (!method || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    body: {
      amount,
      currency,
      processor: method.value,
      ...(needsProvider && { provider: form.provider }),
      ...(phone !== '' && asked.length > 0 && { config: { phone } }),
    },
  };
}
