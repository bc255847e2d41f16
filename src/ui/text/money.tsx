import type { CSSProperties, ReactElement } from 'react';
import { currencySymbol } from '../../../contract/money.ts';
import { formatCount, spokenMoney } from './format-money.ts';
import { cx } from '../cx.ts';

export interface MoneyProps {
  /** Major units. */
  readonly amount: number;
  readonly currency: string;
  /** A sign in front, for lists: credit + and debit −. */
  readonly sign?: '+' | '−';
}

/** An amount: symbol and grouped figures, spoken with the currency's name. */
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
