import type { CSSProperties, ReactElement } from 'react';

import { currencySymbol, CURRENCY_NAMES, isCurrency } from '../../../contract/money.ts';
import { cx } from '../cx.ts';
import { formatCount, spokenMoney, exactFigures } from './format-money.ts';

/** @param spoken what screen readers hear instead */
function draw(figures: string, currency: string, spoken: string, sign = ''): ReactElement {
  const symbol = currencySymbol(currency);
  const style: CSSProperties & Record<'--chars', number> = { '--chars': figures.length };
  return (
    <span className="money" style={style}>
      <span aria-hidden="true">
        {sign}
        <span className={cx('money__sym', symbol.length > 1 && 'money__sym--word')}>{symbol}</span>
        {figures}
      </span>
      <span className="vh">{spoken}</span>
    </span>
  );
}

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
  const shownSign = sign ?? (amount < 0 ? '−' : '');
  const spokenSign = shownSign === '−' ? 'minus ' : shownSign && 'plus ';
  const spoken = `${spokenSign}${spokenMoney(Math.abs(amount), currency)}`;
  return draw(formatCount(Math.abs(amount)), currency, spoken, shownSign);
}

/** An amount with cents, for money that is paid or received; use `Money` elsewhere. */
export function ExactMoney({ amount, currency }: Omit<MoneyProps, 'sign'>): ReactElement {
  const figures = exactFigures(amount);
  const name = isCurrency(currency) ? CURRENCY_NAMES[currency] : currency;
  return draw(figures, currency, `${figures} ${name}`);
}
