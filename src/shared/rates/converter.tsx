import { useId, useState, type ReactElement, type ReactNode } from 'react';

import { CURRENCIES, isCurrency, type Currency } from '../../../contract/money.ts';
import type { Converted } from '../../../workers/commands/region.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { TextButton } from '../../ui/action/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AmountInput, Select } from '../../ui/form/input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formatExact } from '../../ui/text/format-money.ts';
import { ratesAge, rateNote } from './rate-text.ts';
import { cx } from '../../ui/cx.ts';
import css from './converter.module.css';
import { useConverted } from './use-converted.ts';
import { readViewerRates, type ViewerRates } from './viewer-rates.ts';

export interface Conversion {
  readonly from: Currency;
  readonly to: Currency;
  /** Decimal text in major units of `from`, as typed. */
  readonly amount: string;
  /** Major units of `to`; 0 for a text that is no amount. */
  readonly gets: number;
}

export interface ConverterProps {
  readonly to?: Currency;
  readonly children?: (conversion: Conversion) => ReactNode;
}

const AGE_INTERVAL_MS = 60_000;

interface Pair {
  readonly from: Currency;
  readonly to: Currency;
}

interface CurrencySelectProps {
  readonly label: string;
  readonly value: Currency;
  readonly options: readonly Currency[];
  readonly onChange: (currency: Currency) => void;
}

function CurrencySelect({ label, value, options, onChange }: CurrencySelectProps): ReactElement {
  return (
    <Field label={label}>
      <Select
        value={value}
        onChange={({ target }) => isCurrency(target.value) && onChange(target.value)}
        options={options.map((one) => [one, one])}
      />
    </Field>
  );
}

function RateNote({
  from,
  to,
  converted,
  readAtMs,
}: Pair & {
  readonly converted: Converted | undefined;
  readonly readAtMs: number | undefined;
}): ReactElement {
  const now = useNow(AGE_INTERVAL_MS);
  const [refresh, retry] = useRefresh((worker) => worker.refreshRates(), []);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const isWorthSaying = failure && failure.code !== 'offline' && failure.code !== 'network';
  return (
    <div className="xs muted">
      <p>{rateNote(converted, from, to, ratesAge({ readAtMs }, now))}</p>
      {isWorthSaying && (
        <p role="status">
          {failure.message}. <TextButton onClick={retry}>Retry</TextButton>
        </p>
      )}
    </div>
  );
}

const ConverterSkeleton = (): ReactElement => <Skeleton height="14rem" />;

function startWith(own: Currency, to: Currency | undefined): Pair {
  const other = own === 'USD' ? 'NGN' : 'USD';
  if (to === undefined) return { from: own, to: other };
  return { from: own === to ? other : own, to };
}

export function Converter({ to: given, children }: ConverterProps): ReactElement {
  const read = useLive(readViewerRates, []);
  return read.phase === 'ready' ? (
    <ReadyConverter viewer={read.data} to={given}>
      {children}
    </ReadyConverter>
  ) : (
    <ConverterSkeleton />
  );
}

function ReadyConverter({
  viewer: { currency, readAtMs },
  to: given,
  children,
}: {
  readonly viewer: ViewerRates;
  readonly to: Currency | undefined;
  readonly children: ConverterProps['children'];
}): ReactElement {
  const outputId = useId();
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState<Pair>();
  const { from, to } = chosen ?? startWith(currency, given);
  const converted = useConverted({ amount, from, to }, readAtMs);
  const gets = converted?.gets ?? 0;
  return (
    <div className="stack g3">
      <Field label="Convert">
        <AmountInput value={amount} currency={from} decimals={2} onValueChange={setAmount} />
      </Field>
      <div className={css['pair']}>
        <CurrencySelect
          label="From"
          value={from}
          options={CURRENCIES.filter((one) => one !== given)}
          onChange={(next) => setChosen({ from: next, to: next === to ? from : to })}
        />
        {given === undefined && (
          <CurrencySelect
            label="To"
            value={to}
            options={CURRENCIES}
            onChange={(next) => setChosen({ from: next === from ? to : from, to: next })}
          />
        )}
      </div>
      <p>
        <label className="sm muted" htmlFor={outputId}>
          Gives{' '}
        </label>
        <output id={outputId} className={cx('figure xl anywhere', css['gets'])}>
          {formatExact(gets, to)}
        </output>
      </p>
      <RateNote from={from} to={to} converted={converted} readAtMs={readAtMs} />
      {children?.({ amount, from, to, gets })}
    </div>
  );
}
