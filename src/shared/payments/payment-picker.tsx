import { useId, type ReactElement } from 'react';
import type { Currency } from '../../../contract/money.ts';
import type { Held, PaymentMethod } from '../../../contract/wallet.ts';
import { FormNotes, type FormNotesProps } from '../form-notes.tsx';
import { formatExactMinor } from '../../ui/text/format-money.ts';
import {
  WALLET_METHOD,
  type AskedField,
  type PaymentField,
  type PaymentForm,
  type VoucherCharge,
} from './payment-choice.ts';
import type { FieldErrors } from '../../platform/form/use-form.ts';
import { HeldNotes } from '../wallet/held.tsx';
import css from './payment-picker.module.css';
import { FieldGroup, Field } from '../../ui/form/field.tsx';
import { RadioRow } from '../../ui/form/choice.tsx';
import { MethodIcon, methodNote } from './method-look.tsx';
import { Input, Select } from '../../ui/form/input.tsx';

export interface PaymentPickerProps {
  readonly legend: string;
  readonly methods: readonly PaymentMethod[];
  readonly asked: readonly AskedField[];
  readonly form: PaymentForm;
  readonly errors: FieldErrors<PaymentField>;
  readonly onChange: (change: Partial<PaymentForm>) => void;
  readonly currency: Currency;
  readonly charge?: VoucherCharge | undefined;
  /** Minor units of `currency`; undefined while unknown. */
  readonly balanceMinor?: bigint | undefined;
  readonly held?: readonly Held[];
  readonly cardNote?: string;
}

const balanceNote = (balanceMinor: bigint | undefined, currency: Currency): string =>
  balanceMinor === undefined
    ? 'Your balance'
    : `Balance ${formatExactMinor(balanceMinor, currency)}`;

export function PaymentPicker(props: PaymentPickerProps): ReactElement {
  const { legend, methods, form, errors, onChange, currency, charge, balanceMinor } = props;
  const { held = [], cardNote = 'Card or bank transfer' } = props;
  const name = useId();
  return (
    <FieldGroup legend={legend} error={errors.method}>
      {methods.map((method) => {
        const isWallet = method.value === WALLET_METHOD;
        const total = isWallet ? charge?.walletMinor : charge?.processorMinor;
        return (
          <RadioRow
            key={method.id}
            name={name}
            data-field="method"
            label={
              <span className={css['title']}>
                {method.name}
                {total !== undefined && <span>{formatExactMinor(total, currency)}</span>}
              </span>
            }
            note={isWallet ? balanceNote(balanceMinor, currency) : methodNote(method, cardNote)}
            icon={<MethodIcon {...method} />}
            checked={method.id === form.methodId}
            onChange={() => onChange({ methodId: method.id, provider: '' })}
          />
        );
      })}
      {form.methodId === WALLET_METHOD && <HeldNotes held={held} currency={currency} />}
      <MethodFields {...props} method={methods.find(({ id }) => id === form.methodId)} />
    </FieldGroup>
  );
}

interface MethodFieldsProps extends Pick<
  PaymentPickerProps,
  'asked' | 'form' | 'errors' | 'onChange'
> {
  readonly method: PaymentMethod | undefined;
}

function MethodFields(props: MethodFieldsProps): ReactElement {
  const { method, asked, form, errors, onChange } = props;
  const providers = method?.providers ?? [];
  const phone = asked.find(({ name }) => name === 'phone');
  return (
    <>
      {providers.length > 0 && (
        <Field label="Network" error={errors.provider}>
          <Select
            data-field="provider"
            value={form.provider}
            onChange={({ target }) => onChange({ provider: target.value })}
            options={[
              ['', 'Choose your network'],
              ...providers.map(({ code, name }) => [code, name] as const),
            ]}
          />
        </Field>
      )}
      {(phone || errors.phone) && (
        <Field
          label={phone?.label ?? 'Phone number'}
          help={phone && `With or without ${phone.phone_code}.`}
          error={errors.phone}
        >
          <Input
            data-field="phone"
            type="tel"
            autoComplete="tel"
            value={form.phone}
            onChange={({ target }) => onChange({ phone: target.value })}
          />
        </Field>
      )}
    </>
  );
}

export const PaymentTrouble = ({ failure }: Pick<FormNotesProps, 'failure'>): ReactElement => (
  <FormNotes failure={failure}>
    <br />
    Try again, or pay another way.
  </FormNotes>
);
