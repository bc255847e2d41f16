import type { ReactElement } from 'react';

import {
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentField,
} from '../../../shared/payments/payment-choice.ts';
import type { CreateState } from '../create/use-create-and-pay.ts';
import type { VoucherFormParts } from '../create/use-voucher-form.ts';
import { Button } from '../../../ui/action/button.tsx';
import { StickyFoot } from '../../../ui/layout/layout.tsx';
import { formatExactMinor } from '../../../ui/text/format-money.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';
import { VOUCHER_FIELDS, type VoucherField } from './payment-voucher-form.ts';
import css from './payment-voucher.module.css';

export interface PayBarProps extends Pick<VoucherFormParts<string, object>, 'picker'> {
  readonly errors: FieldErrors<VoucherField | PaymentField>;
  readonly state: CreateState;
  readonly isDisabled: boolean;
}

interface Total {
  readonly note: string;
  readonly amount?: string;
}

const NAMES: Readonly<Record<VoucherField | PaymentField, string>> = {
  amount: 'Amount',
  recipient: 'Recipient e-mail',
  expiresAt: 'Expires on',
  method: 'Payment method',
  provider: 'Network',
  phone: 'Phone number',
};

function checkNote(errors: PayBarProps['errors']): string | undefined {
  const wrong = [...VOUCHER_FIELDS, ...PAYMENT_FIELDS].filter((field) => errors[field]);
  const names = wrong.map((field) => NAMES[field]);
  return names.length > 0 ? `Check ${new Intl.ListFormat('en').format(names)}` : undefined;
}

function totalOf({ picker, errors }: PayBarProps): Total {
  const { form, charge, currency } = picker;
  const toCheck = checkNote(errors);
  if (toCheck !== undefined) return { note: toCheck };
  if (!charge) return { note: 'Enter an amount' };
  if (form.methodId === WALLET_METHOD) {
    const fee = formatExactMinor(charge.walletFeeMinor, currency);
    return {
      note: `Wallet, with ${fee} fee`,
      amount: formatExactMinor(charge.walletMinor, currency),
    };
  }
  const amount = formatExactMinor(charge.processorMinor, currency);
  return { note: form.methodId === '' ? 'Choose a payment method' : 'No fee', amount };
}

export function PayBar(props: PayBarProps): ReactElement {
  const { state, isDisabled } = props;
  const { note, amount } = totalOf(props);
  return (
    <StickyFoot>
      <div className={css['payBar']}>
        <span className={css['total']} role="status">
          <span className="xs muted">{note}</span>
          {amount !== undefined && <strong className="lg">{amount}</strong>}
        </span>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={state.phase !== 'editing'}
          loadingLabel={state.phase === 'creating' ? 'Creating' : 'Paying'}
          disabled={isDisabled}
        >
          Create and pay
        </Button>
      </div>
    </StickyFoot>
  );
}
