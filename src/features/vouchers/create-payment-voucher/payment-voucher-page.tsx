import type { ReactElement } from 'react';

import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { currencySymbol } from '../../../../contract/money.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { FormNotes } from '../../../shared/form-notes.tsx';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { Card, Columns, StickyFoot } from '../../../ui/layout/layout.tsx';
import { AmountFields } from '../create/amount-fields.tsx';
import { CreatePage, PaymentMethods, type PaymentMethodsProps } from '../create/create-page.tsx';
import { ExpiryFields } from '../create/expiry-fields.tsx';
import { TextField } from '../create/text-field.tsx';
import {
  emptyPaymentVoucher,
  minimumOf,
  type PaymentVoucherForm,
  type VoucherErrors,
  type VoucherField,
} from './payment-voucher-form.ts';
import { cx } from '../../../ui/cx.ts';
import css from './payment-voucher.module.css';
import { useCreateForm } from './use-create-form.ts';
import { PaidVoucher, VoucherPreview } from './voucher-preview.tsx';
import { WALLET_METHOD, type PaymentField } from '../../../shared/payments/payment-choice.ts';
import type { CreateState } from '../create/use-create-and-pay.ts';
import { Button } from '../../../ui/action/button.tsx';
import { formatExactMinor } from '../../../ui/text/format-money.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';

export default function PaymentVoucherPage(): ReactElement {
  return (
    <CreatePage title="Create Payment Voucher">
      {(currency) => <CreateForm initial={emptyPaymentVoucher(currency)} />}
    </CreatePage>
  );
}

interface PayBarProps extends Pick<PaymentMethodsProps, 'picker'> {
  readonly errors: FieldErrors<VoucherField | PaymentField>;
  readonly state: CreateState;
  readonly isDisabled: boolean;
}

interface Total {
  readonly note: string;
  readonly amount?: string;
}

const NAMES: readonly (readonly [VoucherField | PaymentField, name: string])[] = [
  ['amount', 'Amount'],
  ['recipient', 'Recipient e-mail'],
  ['expiresAt', 'Expires on'],
  ['method', 'Payment method'],
  ['provider', 'Network'],
  ['phone', 'Phone number'],
];

function totalOf({ picker, errors }: PayBarProps): Total {
  const { form, charge, currency } = picker;
  const wrong = NAMES.filter(([field]) => errors[field]).map(([, name]) => name);
  if (wrong.length > 0) return { note: `Check ${new Intl.ListFormat('en').format(wrong)}` };
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

function PayBar(props: PayBarProps): ReactElement {
  const { state, isDisabled } = props;
  const { note, amount } = totalOf(props);
  return (
    <StickyFoot>
      <div className={cx('line apart', css['payBar'])}>
        <span className={cx('anywhere', css['total'])} role="status">
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

function CreateForm({ initial }: { readonly initial: PaymentVoucherForm }): ReactElement {
  const { form, sent, picker, means, state } = useCreateForm(initial);
  const { ref, values, errors, failure, change, onSubmit } = form;
  const { currency } = values;
  const isOffline = useConnectivity() === 'offline';
  if (state.phase === 'paid') return <PaidVoucher form={sent} ulid={state.ulid} />;
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <Columns kind="main-side">
        <div className="stack g5">
          <AmountFields
            label="Amount"
            help={`Minimum ${currencySymbol(currency)}${minimumOf(currency)}. The code has ${CODE_LENGTH} digits, hidden until you show them.`}
            form={values}
            error={errors.amount}
            onChange={change}
          />
          <TermFields form={values} errors={errors} onChange={change} />
          <PaymentMethods legend="Payment method" means={means} picker={picker} />
        </div>
        <div className={css['side']}>
          <VoucherPreview form={values} />
        </div>
      </Columns>
      <FormNotes failure={failure} />
      <PayBar
        picker={picker}
        errors={errors}
        state={state}
        isDisabled={isOffline || !means.methods}
      />
    </form>
  );
}

interface TermFieldsProps {
  readonly form: PaymentVoucherForm;
  readonly errors: VoucherErrors;
  readonly onChange: (change: Partial<PaymentVoucherForm>) => void;
}

function TermFields(props: TermFieldsProps): ReactElement {
  const { form, onChange } = props;
  return (
    <Card className={css['terms']} aria-label="Options">
      <SwitchRow
        label="Private voucher"
        note="Only people with the link can see it"
        checked={form.isPrivate}
        onChange={({ target }) => onChange({ isPrivate: target.checked })}
      />
      <SwitchRow
        label="Restrict recipient"
        note="One e-mail address can claim it"
        checked={form.isRestricted}
        onChange={({ target }) => onChange({ isRestricted: target.checked })}
      />
      {form.isRestricted && (
        <TextField
          {...props}
          field="recipient"
          label="Recipient e-mail"
          className={css['inner']}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="name@mail.com"
        />
      )}
      <SwitchRow
        label="Two-factor protection"
        note="Redeeming needs a code that is sent to you"
        checked={form.hasTwoFactor}
        onChange={({ target }) => onChange({ hasTwoFactor: target.checked })}
      />
      <ExpiryFields
        {...props}
        note="Unused money returns to your wallet then"
        label="Expires on"
        className={css['inner']}
      />
    </Card>
  );
}
