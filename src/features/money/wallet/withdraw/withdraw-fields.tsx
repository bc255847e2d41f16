import type { ReactElement } from 'react';

import { WITHDRAWAL_LIMITS_MAJOR } from '../../../../../contract/constants.ts';
import { REGIONS, type RegionInfo, type RegionKey } from '../../../../../contract/region-table.ts';
import type { Bank, DestinationType } from '../../../../../contract/withdrawals.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { walletText } from '../../../../shared/wallet/amounts.ts';
import { balanceOf } from '../../../../shared/wallet/balance.ts';
import type { FieldErrors, Form } from '../../../../platform/form/use-form.ts';
import { Facts } from '../../../../ui/display/facts.tsx';
import { amountOf } from '../../../../../contract/money.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input, Select } from '../../../../ui/form/input.tsx';
import { Pills, type PillOption } from '../../../../ui/action/pills.tsx';
import { OrderForm } from '../../../../shared/wallet/money-steps.tsx';
import { SpendField } from '../../../../shared/wallet/money-field.tsx';
import { SavedAccounts } from './saved-accounts.tsx';
import {
  arrivalOf,
  chosenAccount,
  chosenType,
  feeText,
  leftToday,
  mostToWithdraw,
  type WithdrawFacts,
  type WithdrawField,
  type WithdrawForm,
} from './withdraw-form.ts';

export interface WithdrawFieldsProps {
  readonly facts: WithdrawFacts;
  readonly form: Form<WithdrawField, WithdrawForm>;
  readonly isChecking: boolean;
  readonly isReturn: boolean;
}

const TYPES: readonly PillOption<DestinationType>[] = [
  { value: 'bank', label: 'Bank' },
  { value: 'mobile_money', label: 'Mobile money' },
];

export function WithdrawFields(props: WithdrawFieldsProps): ReactElement {
  const { facts, form, isChecking, isReturn } = props;
  const { values, errors, change } = form;
  const { banks, accounts, currency, balance, held } = facts;
  const account = chosenAccount(values, accounts);
  const type = chosenType(values, accounts);
  return (
    <OrderForm
      form={form}
      isChecking={isChecking}
      isReturn={isReturn}
      checking="Checking the account"
      action="Continue"
    >
      <div className="stack g2">
        <SpendField
          {...form.text('amount')}
          verb="withdrawn"
          balance={balance}
          held={held}
          currency={currency}
          all={mostToWithdraw(facts, type)}
        />
      </div>
      {(accounts.length > 0 || errors.account !== undefined) && (
        <SavedAccounts
          accounts={accounts}
          chosen={account}
          error={errors.account}
          onChoose={(savedId) => change({ savedId })}
        />
      )}
      {!account && (
        <Destination
          banks={banks}
          values={values}
          errors={errors}
          // Saved accounts that are fetched later must not replace what was typed.
          onChange={(next) => change({ ...next, savedId: '' })}
        />
      )}
      <Facts
        className="sm"
        rows={[
          ['Fee', feeText(amountOf(values.amount), type, facts)],
          limitRow(facts),
          ['Arrives', arrivalOf(type)],
          ...(account || facts.payoutName === undefined
            ? []
            : [['Account holder', facts.payoutName] as const]),
        ]}
      />
    </OrderForm>
  );
}

function limitRow({ currency, limit }: WithdrawFacts): readonly [string, string] {
  const money = (major: number): string => formatExact(major, currency);
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  return limit
    ? ['Left today', `${money(leftToday(limit))} of ${money(limit.limit)}`]
    : ['Limit', `${money(min)} to ${money(max)}`];
}

interface WalletChoiceProps {
  readonly home: RegionInfo;
  readonly wallets: readonly WalletRow[];
  readonly currency: RegionInfo['currency'];
  readonly onRegion: (key: RegionKey) => void;
}

export function WalletChoice(props: WalletChoiceProps): ReactElement | null {
  const { home, wallets, currency: chosenCurrency, onRegion } = props;
  const choices = Object.values(REGIONS).filter(
    ({ key, currency }) => key === home.key || balanceOf(wallets, currency).amount > 0,
  );
  if (choices.length < 2) return null;
  return (
    <Field label="From">
      <Select
        value={choices.find(({ currency }) => currency === chosenCurrency)?.key}
        onChange={({ target }) => {
          const chosen = choices.find(({ key }) => key === target.value);
          if (chosen) onRegion(chosen.key);
        }}
        options={choices.map(({ key, currency }) => [key, walletText(wallets, currency)])}
      />
    </Field>
  );
}

interface DestinationProps {
  readonly values: WithdrawForm;
  readonly onChange: (change: Partial<WithdrawForm>) => void;
  readonly banks: readonly Bank[];
  readonly errors: FieldErrors<WithdrawField>;
}

function Destination({ banks, values, errors, onChange }: DestinationProps): ReactElement {
  const isBank = values.type === 'bank';
  const what = isBank ? 'bank' : 'network';
  return (
    <>
      {banks.some(({ type }) => type === 'mobile_money') && (
        <Pills
          label="Withdraw to"
          options={TYPES}
          value={values.type}
          onChange={(type) => onChange({ type, code: '', accountNumber: '' })}
        />
      )}
      <Field label={isBank ? 'Bank' : 'Network'} error={errors.code}>
        <Select
          data-field="code"
          value={values.code}
          onChange={({ target }) => onChange({ code: target.value })}
          options={[
            ['', `Choose your ${what}`],
            ...banks
              .filter(({ type }) => type === values.type)
              .map(({ code, name }) => [code, name] as const),
          ]}
        />
      </Field>
      <Field label={isBank ? 'Account number' : 'Phone number'} error={errors.accountNumber}>
        <Input
          data-field="accountNumber"
          inputMode={isBank ? 'numeric' : 'tel'}
          autoComplete="off"
          maxLength={32}
          value={values.accountNumber}
          onChange={({ target }) => onChange({ accountNumber: target.value })}
        />
      </Field>
    </>
  );
}
