import type { ReactElement, ReactNode } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import type { Form } from '../../../platform/form/use-form.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { PayBar, type PayBarProps } from './pay-bar.tsx';
import css from './shop-form.module.css';

export interface ShopFormProps extends Omit<PayBarProps, 'disabled' | 'form'> {
  readonly form: Pick<Form<string>, 'ref' | 'failure' | 'onSubmit'>;
  /** The fields. */
  readonly children: ReactNode;
  /** What was bought before, if anything was. */
  readonly recent: ReactNode;
}

const FORM_ID = 'shop';

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
        <PayBar {...pay} disabled={isOffline} form={FORM_ID} />
      </div>
    </div>
  );
}
