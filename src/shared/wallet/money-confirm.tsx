import type { ReactElement, ReactNode } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { focusOnArrival } from '../../platform/form/focus-on-arrival.ts';
import { Button } from '../../ui/action/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { MoneyFacts, type MoneyFactsProps } from './money-facts.tsx';
import css from './money-step.module.css';

export interface MoneyConfirmProps {
  readonly facts: MoneyFactsProps['rows'];
  /** What there is to fill in or to mind besides. */
  readonly children?: ReactNode;
  /** 'Withdraw ₦1,000' */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** What is about to happen to money, to look over before any of it leaves; a step of a sheet. */
export function MoneyConfirm(props: MoneyConfirmProps): ReactElement {
  const { facts, children, action, onConfirm, onBack } = props;
  const isOffline = useConnectivity() === 'offline';
  return (
    <form
      className={css['step']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <h3 ref={focusOnArrival} tabIndex={-1} className={css['title']}>
        Is this right?
      </h3>
      <MoneyFacts rows={facts} />
      {children}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <div className={css['actions']}>
        <Button type="submit" variant="primary" size="lg" block disabled={isOffline}>
          {action}
        </Button>
        <Button block onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
