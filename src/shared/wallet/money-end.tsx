import type { ReactElement, ReactNode } from 'react';

import { focusOnArrival } from '../../platform/form/focus-on-arrival.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dots } from '../../ui/feedback/dots.tsx';
import css from './money-step.module.css';

/** What is said of money that was sent, as far as it is known. */
export interface MoneySaid {
  readonly title: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'bad';
  readonly text: string;
}

/** While it is under way. */
export const sending = (title: string): MoneySaid => ({
  title,
  tone: 'info',
  text: 'This takes a few seconds.',
});

/**
 * Where no answer came.
 * @param message why, as the catalogue of errors says it, with a full stop or without
 * @param mayBe what may have happened, and that asking again is safe
 */
export const notKnown = (message: string, mayBe: string): MoneySaid => ({
  title: 'Not known yet',
  tone: 'warn',
  text: `${/[.!?]$/.test(message) ? message : `${message}.`} ${mayBe}`,
});

export interface MoneyEndProps {
  readonly said: MoneySaid;
  /** What moves: '₦1,000'. */
  readonly money: string;
  /** Where the answer is of an order from long before: when that was, and how to send it anew. */
  readonly earlier?: ReactNode;
  /** Facts below. */
  readonly children?: ReactNode;
  /** What there is to do; nothing while it is under way, which moving dots tell. */
  readonly actions: ReactNode;
}

/** What became of money that was sent; the last step of a sheet. */
export function MoneyEnd(props: MoneyEndProps): ReactElement {
  const { said, money, earlier, children, actions } = props;
  return (
    <div className={css['step']}>
      <h3 key={said.title} ref={focusOnArrival} tabIndex={-1} className={css['title']}>
        {said.title} {!actions && <Dots />}
      </h3>
      <p className="lg semi">{money}</p>
      {earlier && <Alert tone="warn">{earlier}</Alert>}
      <Alert tone={said.tone}>{said.text}</Alert>
      {children}
      {actions && <div className={css['actions']}>{actions}</div>}
    </div>
  );
}
