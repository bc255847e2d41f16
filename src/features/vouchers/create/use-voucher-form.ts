import { useState } from 'react';

import type { Voucher } from '../../../../contract/vouchers.ts';
import {
  errorsIn,
  saidOfFields,
  useForm,
  type Checked,
  type FormOptions,
} from '../../../platform/form/use-form.ts';
import {
  checkPayment,
  NO_PAYMENT,
  offeredChoice,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentChoice,
  type PaymentField,
  type PaymentForm,
} from '../../../shared/payments/payment-choice.ts';
import { useAskedFields } from '../../../shared/payments/use-asked-fields.ts';
import { usePaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { amountMinorOf, type AmountForm } from './amount-fields.tsx';

/** Most creators pay from the wallet; it is also the only method that is known without the network. */
const FROM_WALLET: PaymentForm = { ...NO_PAYMENT, methodId: WALLET_METHOD };

export interface VoucherFormOptions<Field extends string, Values extends AmountForm, Order>
  extends
    Pick<Voucher, 'purpose'>,
    Pick<FormOptions<Field | PaymentField, Values>, 'reach'>,
    Required<Pick<FormOptions<Field, Values>, 'state'>> {
  /** The form's field for each of the call's, in the order of the screen; those of the payment follow. */
  readonly fieldOf: Readonly<Record<string, Field>>;
  readonly check: Checked<Field, Order>;
  readonly send: (order: Order, choice: PaymentChoice) => void;
}

export function useVoucherForm<Field extends string, Values extends AmountForm, Order>(
  options: VoucherFormOptions<Field, Values, Order>,
) {
  const { purpose, fieldOf, check, send, ...rest } = options;
  const payment = purpose === 'giveaway' ? FROM_WALLET : NO_PAYMENT;
  const [voucher] = options.state;
  const { currency } = voucher;
  const [chosen, setChosen] = useState(payment);
  const means = usePaymentMeans(currency, purpose);
  const picked = offeredChoice(chosen, means.methods, payment);
  const asked = useAskedFields(picked.methodId);
  const amountMinor = amountMinorOf(voucher);
  const charge =
    amountMinor === undefined ? undefined : means.chargeFor({ purpose, amountMinor, currency });
  const { balanceMinor, held } = means;
  // What the device knows of the wallet may be old, so for a giveaway the server judges whether it is enough.
  const isWalletJudged = purpose === 'payment';
  const paid = checkPayment(picked, {
    methods: means.methods ?? [],
    asked,
    charge,
    balanceMinor: isWalletJudged ? balanceMinor : undefined,
  });
  const form = useForm<Field | PaymentField, Values>({
    ...rest,
    fields: [...new Set(Object.values(fieldOf)), ...PAYMENT_FIELDS],
    wrong: { ...errorsIn(check), ...errorsIn(paid) },
    affectedBy(changed) {
      // The amount decides whether the wallet can pay, the currency how one can pay at all.
      if (changed.includes('currency')) return [...changed, ...PAYMENT_FIELDS];
      return isWalletJudged && changed.includes('amount') ? [...changed, 'method'] : changed;
    },
    send: () => void (check.ok && paid.ok && send(check.order, paid.order)),
    errorsOf: (failure) => saidOfFields<Field | PaymentField>(fieldOf, failure),
  });
  const onChange = (next: Partial<PaymentForm>): void => {
    setChosen({ ...picked, ...next });
    form.edit(PAYMENT_FIELDS);
  };
  const { errors } = form;
  const picker = { asked, form: picked, errors, onChange, currency, charge, balanceMinor, held };
  return { means, picker, form };
}
