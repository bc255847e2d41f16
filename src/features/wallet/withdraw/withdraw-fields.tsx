import { useEffect, useRef, type FormEvent, type ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { REGIONS, type RegionInfo, type RegionKey } from '../../../../contract/region-table.ts';
import type { Bank, DestinationType } from '../../../../contract/withdrawals.ts';
import type { WalletRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { formatExact } from '../../../ui/text/format-exact.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Pills, type PillOption } from '../../../ui/action/pills.tsx';
import { Select } from '../../../ui/form/select.tsx';
import type { Withdrawing } from './use-withdraw.ts';
import {
  checkWithdraw,
  WITHDRAW_FIELDS,
  type WithdrawErrors,
  type WithdrawForm,
} from './withdraw-form.ts';

export interface WithdrawFieldsProps {
  /** Whose currency is withdrawn. */
  readonly region: RegionInfo;
  /** Where the person lives. */
  readonly home: RegionInfo;
  readonly wallets: readonly WalletRow[];
  readonly banks: readonly Bank[];
  readonly form: WithdrawForm;
  readonly onChange: (change: Partial<WithdrawForm>) => void;
  readonly onRegion: (key: RegionKey) => void;
  readonly withdrawing: Withdrawing;
}

const TYPES: readonly PillOption<DestinationType>[] = [
  { value: 'bank', label: 'Bank' },
  { value: 'mobile_money', label: 'Mobile money' },
];
const NO_ERRORS: WithdrawErrors = {};

const balanceIn = (wallets: readonly WalletRow[], currency: string): number =>
  wallets.find((wallet) => wallet.currency === currency)?.amount ?? 0;

/** How much is to be withdrawn, and to where. */
export function WithdrawFields(props: WithdrawFieldsProps): ReactElement {
  const { region, wallets, banks, form, onChange, withdrawing } = props;
  const { state } = withdrawing;
  const errors = state.phase === 'editing' ? state.errors : NO_ERRORS;
  const element = useRef<HTMLFormElement>(null);
  const isOffline = useConnectivity() === 'offline';
  const { currency } = region;
  const balance = balanceIn(wallets, currency);
  useEffect(() => {
    const first = WITHDRAW_FIELDS.find((field) => errors[field] !== undefined);
    if (first) element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [errors]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (state.phase === 'checking') return;
    const check = checkWithdraw(form, { banks, currency, balance });
    if (check.ok) void withdrawing.check(check.order);
    else withdrawing.refuse(check.errors);
  };
  return (
    <form ref={element} className="stack" noValidate onSubmit={submit}>
      {state.phase === 'editing' && state.message && <Alert tone="bad">{state.message}</Alert>}
      <WalletChoice {...props} />
      <Field
        label="Amount"
        help={`Balance ${formatExact(balance, currency)}`}
        error={errors.amount}
      >
        <AmountInput
          data-field="amount"
          decimals={2}
          value={form.amount}
          currency={currency}
          onValueChange={(amount) => onChange({ amount })}
        />
      </Field>
      <Destination banks={banks} form={form} errors={errors} onChange={onChange} />
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={state.phase === 'checking'}
        loadingLabel="Checking the account"
        disabled={isOffline}
      >
        Continue
      </Button>
    </form>
  );
}

/** Which wallet it is taken from, where there is more than one that can be withdrawn from. */
function WalletChoice({
  region,
  home,
  wallets,
  onRegion,
}: WithdrawFieldsProps): ReactElement | null {
  const choices = Object.values(REGIONS).filter(
    ({ key, currency }) => key === home.key || balanceIn(wallets, currency) > 0,
  );
  if (choices.length < 2) return null;
  return (
    <Field label="From">
      <Select
        value={region.key}
        onChange={({ target }) => {
          const chosen = choices.find(({ key }) => key === target.value);
          if (chosen) onRegion(chosen.key);
        }}
      >
        {choices.map(({ key, currency }) => (
          <option key={key} value={key}>
            {`${currency} · ${formatExact(balanceIn(wallets, currency), currency)}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface DestinationProps extends Pick<WithdrawFieldsProps, 'banks' | 'form' | 'onChange'> {
  readonly errors: WithdrawErrors;
}

function Destination({ banks, form, errors, onChange }: DestinationProps): ReactElement {
  const isBank = form.type === 'bank';
  const what = isBank ? 'bank' : 'network';
  return (
    <>
      {banks.some(({ type }) => type === 'mobile_money') && (
        <Pills
          label="Withdraw to"
          options={TYPES}
          value={form.type}
          onChange={(type) => onChange({ type, code: '', accountNumber: '' })}
        />
      )}
      <Field label={isBank ? 'Bank' : 'Network'} error={errors.code}>
        <Select
          data-field="code"
          value={form.code}
          onChange={({ target }) => onChange({ code: target.value })}
        >
          <option value="">{`Choose your ${what}`}</option>
          {banks
            .filter(({ type }) => type === form.type)
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
      <Field label={isBank ? 'Account number' : 'Phone number'} error={errors.accountNumber}>
        <Input
          data-field="accountNumber"
          inputMode={isBank ? 'numeric' : 'tel'}
          autoComplete="off"
          maxLength={32}
          value={form.accountNumber}
          onChange={({ target }) => onChange({ accountNumber: target.value })}
        />
      </Field>
    </>
  );
}
