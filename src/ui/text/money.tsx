import type { CSSProperties, ReactElement } from 'react';

import { currencySymbol, CURRENCY_NAMES, isCurrency } from '../../../contract/money.ts';
import { cx } from '../cx.ts';
import { formatCount, spokenMoney, exactFigures } from './format-money.ts';

interface MoneyProps {
  /** In major units. */
  readonly amount: number;
  readonly currency: string;
  /** A sign for lists: + for credit, − for debit. */
  readonly sign?: '+' | '−';
}

/** A grouped amount; screen readers hear the currency's name. */
export function Money({ amount, currency, sign }: MoneyProps): ReactElement {
  if (!Number.isFinite(amount)) return <span>Invalid amount</span>;
  const symbol = currencySymbol(currency);
  const figures = formatCount(Math.abs(amount));
  const shownSign = sign ?? (amount < 0 ? '−' : '');
  const spokenSign = shownSign === '−' ? 'minus ' : shownSign && 'plus ';
  const style: CSSProperties & Record<'--chars', number> = { '--chars': figures.length };
  return (
    <span className="money" style={style}>
      <span aria-hidden="true">
        {shownSign}
        <span className={cx('money__sym', symbol.length > 1 && 'money__sym--word')}>{symbol}</span>
        {figures}
      </span>
      <span className="vh">{`${spokenSign}${spokenMoney(Math.abs(amount), currency)}`}</span>
    </span>
  );
}

interface ExactMoneyProps {
  /** In major units. */
  readonly amount: number;
  readonly currency: string;
}

/** An amount with cents, for money that is paid or received; use `Money` elsewhere. */
export function ExactMoney({ amount, currency }: ExactMoneyProps): ReactElement {
  const symbol = currencySymbol(currency);
  const figures = exactFigures(amount);
  const name = isCurrency(currency) ? CURRENCY_NAMES[currency] : currency;
  const style: CSSProperties & Record<'--chars', number> = { '--chars': figures.length };
  return (
    <span className="money" style={style}>
      <span aria-hidden="true">
        <span className={cx('money__sym', symbol.length > 1 && 'money__sym--word')}>{symbol}</span>
        {figures}
      </span>
      <span className="vh">{`${figures} ${name}`}</span>
    </span>
  );
}
