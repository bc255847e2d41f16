import type { CSSProperties, ReactElement } from 'react';
import { CURRENCY_NAMES, currencySymbol, isCurrency } from '../../../contract/money.ts';
import { exactFigures } from './format-exact.ts';
import { cx } from '../cx.ts';

export interface ExactMoneyProps {
  /** Major units. */
  readonly amount: number;
  readonly currency: string;
}

/** An amount with its cents where it has any: for money that changes hands. `Money` is for everything else. */
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
