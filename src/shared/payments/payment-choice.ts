import { errorMessage } from '../../../contract/errors.ts';
import type { Currency } from '../../../contract/money.ts';
import type { MethodConfigAnswer } from '../../../contract/payments.ts';
import type { PaymentMethod } from '../../../contract/wallet.ts';
import { offeredProcessor } from '../../../contract/payments/offered-processors.ts';
import { giveawayFeeOf, walletTermsIn } from '../../../contract/payments/fees.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import type { Checked, FieldErrors } from '../../platform/form/use-form.ts';
import type { CheckoutRow } from '../../../local/rows.ts';

export const WALLET_METHOD = 'wallet';

/** Empty texts mean that nothing was chosen yet. */
export interface PaymentForm {
  readonly methodId: string;
  readonly provider: string;
  readonly phone: string;
}

export const NO_PAYMENT: PaymentForm = { methodId: '', provider: '', phone: '' };

export const methodsIn = (
  currency: Currency,
  methods: readonly PaymentMethod[],
): readonly PaymentMethod[] =>
  methods.filter(({ value }) => value === WALLET_METHOD || offeredProcessor(value, currency));

export const offeredChoice = (
  chosen: PaymentForm,
  methods: readonly PaymentMethod[] | undefined,
  initial: PaymentForm,
): PaymentForm => (!methods || methods.some(({ id }) => id === chosen.methodId) ? chosen : initial);

export type AskedField = MethodConfigAnswer['data']['config']['fields'][number];

export const PAYMENT_FIELDS = ['method', 'provider', 'phone'] as const;
export type PaymentField = (typeof PAYMENT_FIELDS)[number];

export interface PaymentChoice {
  readonly method: string;
  readonly provider?: string;
  readonly phone?: string;
}

export interface PaymentCircumstances {
  readonly methods: readonly PaymentMethod[];
  readonly asked: readonly AskedField[];
  /** Undefined while there is no amount to pay. */
  readonly charge?: VoucherCharge | undefined;
  /**
   * Minor units of the voucher's currency; undefined while unknown, and then the server decides.
   */
  readonly balanceMinor?: bigint | undefined;
}

export function walletProblem({
  charge,
  balanceMinor,
}: Pick<PaymentCircumstances, 'charge' | 'balanceMinor'>): string | undefined {
  if (!charge || balanceMinor === undefined) return undefined;
  if (balanceMinor < charge.walletMinor) return errorMessage('insufficient_funds');
  return balanceMinor < charge.neededMinor ? errorMessage('wallet_reserve_short') : undefined;
}

export function checkPayment(
  form: PaymentForm,
  { methods, asked, charge, balanceMinor }: PaymentCircumstances,
): Checked<PaymentField, PaymentChoice> {
  const method = methods.find(({ id }) => id === form.methodId);
  if (!method) return { ok: false, errors: { method: errorMessage('payment_method_required') } };
  if (method.value === WALLET_METHOD) {
    const problem = walletProblem({ charge, balanceMinor });
    return problem === undefined
      ? { ok: true, order: { method: WALLET_METHOD } }
      : { ok: false, errors: { method: problem } };
  }
  const phone = form.phone.trim();
  const needsProvider = method.providers.length > 0;
  const needsPhone = asked.some(({ name, required }) => name === 'phone' && required);
  const errors: FieldErrors<PaymentField> = {
    ...(needsProvider && form.provider === '' && { provider: 'Choose your network' }),
    ...(needsPhone && phone === '' && { phone: errorMessage('phone_required') }),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    order: {
      method: method.value,
      ...(needsProvider && { provider: form.provider }),
      ...(phone !== '' && asked.length > 0 && { phone }),
    },
  };
}

export interface PayAgain {
  readonly reference: string;
  readonly how: 'same' | 'another';
}

type Entered = Pick<CheckoutRow, 'processor' | 'provider' | 'phone'>;

/**
 * Keeps the method for `same`. For `another` it keeps only the phone number and avoids the wallet,
 * which the payer did not choose.
 * @param entered undefined when this device has not stored it
 */
export function formAgain(
  entered: Entered | undefined,
  how: PayAgain['how'],
  methods: readonly PaymentMethod[],
): PaymentForm {
  if (!entered) return NO_PAYMENT;
  const { processor, provider, phone } = entered;
  const declined = methods.find(({ value }) => value === processor);
  if (how === 'same') return declined ? { methodId: declined.id, provider, phone } : NO_PAYMENT;
  const others = methods.filter((method) => method !== declined && method.value !== WALLET_METHOD);
  const next = others.find((method) => method.default_for_region) ?? others[0];
  return { methodId: next?.id ?? '', provider: '', phone };
}

export interface Payable extends Pick<Voucher, 'purpose'> {
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/** All amounts are minor units of the voucher's currency. */
export interface VoucherCharge {
  readonly walletFeeMinor: bigint;
  readonly walletMinor: bigint;
  readonly neededMinor: bigint;
  readonly processorMinor: bigint;
}

/** For what costs the same however it is paid. */
export const sameCharge = (totalMinor: bigint, walletFeeMinor = 0n): VoucherCharge => ({
  walletFeeMinor,
  walletMinor: totalMinor,
  neededMinor: totalMinor,
  processorMinor: totalMinor,
});

/**
 * @param usdRate US dollars for one unit of the payer's local currency; read only for a payment
 * voucher in dollars
 */
export function chargeOf(
  { purpose, amountMinor, currency }: Payable,
  usdRate: number,
): VoucherCharge {
  if (purpose === 'giveaway') {
    const feeMinor = giveawayFeeOf(amountMinor);
    return sameCharge(amountMinor + feeMinor, feeMinor);
  }
  const { feeMinor, reserveMinor } = walletTermsIn(currency, usdRate);
  return {
    walletFeeMinor: feeMinor,
    walletMinor: amountMinor + feeMinor,
    neededMinor: amountMinor + reserveMinor,
    processorMinor: amountMinor,
  };
}
