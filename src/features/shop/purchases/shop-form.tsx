import type { ReactElement, ReactNode } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import type { Form } from '../../../platform/form/use-form.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { StickyFoot } from '../../../ui/layout/layout.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import css from './shop-form.module.css';

interface PayBarProps {
  readonly currency: string;
  /** What may be spent, major units; undefined until it is known. */
  readonly balance: number | undefined;
  /** Whether more is in the wallet, and held. */
  readonly isPartHeld: boolean;
  /** What is to be paid, major units; 0 while nothing is chosen. */
  readonly total: number;
  readonly action: string;
  readonly loading?: boolean;
}

interface ShopFormProps extends PayBarProps {
  readonly form: Pick<Form<string>, 'ref' | 'failure' | 'onSubmit'>;
  /** The fields. */
  readonly children: ReactNode;
  /** What was bought before, if anything was. */
  readonly recent: ReactNode;
}

const FORM_ID = 'shop';

/** What is in the wallet, what would leave it, and the button for it; always in reach. */
function PayBar(props: PayBarProps & { readonly disabled: boolean }): ReactElement {
  const { currency, balance, isPartHeld, total, action, disabled, loading = false } = props;
  return (
    <StickyFoot>
      <div className={css['bar']}>
        <span className={css['sums']}>
          {balance !== undefined && (
            <span className="xs muted">{`${isPartHeld ? 'Can be spent now:' : 'Wallet'} ${formatExact(balance, currency)}`}</span>
          )}
          <strong className="lg">{formatExact(total, currency)}</strong>
        </span>
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          size="lg"
          disabled={disabled}
          loading={loading}
          loadingLabel="Checking the number"
        >
          {action}
        </Button>
      </div>
    </StickyFoot>
  );
}

/** How a shop stands: the form, what was bought before, and what it comes to. */
export function ShopForm(props: ShopFormProps): ReactElement {
  const { form, children, recent, ...pay } = props;
  const { ref, failure, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <div className={css['shop']}>
      <div className={css['form']}>
        <form id={FORM_ID} ref={ref} className="stack g5" noValidate onSubmit={onSubmit}>
          {children}
          {failure && <Alert tone="bad">{failure.message}</Alert>}
          {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
        </form>
      </div>
      <aside className={css['recent']}>{recent}</aside>
      {/* At the foot of a phone, beside the form where there is room. */}
      <div className={css['pay']}>
        <PayBar {...pay} disabled={isOffline} />
      </div>
    </div>
  );
}
