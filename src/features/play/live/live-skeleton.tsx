import type { ReactElement } from 'react';

import { Page } from '../../../ui/layout/layout.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './live-ticket.module.css';
import { TicketSkeleton } from '../ticket/ticket-skeleton.tsx';

/** A voucher to watch that is on its way. */
export function LiveSkeleton(): ReactElement {
  return (
    <Page aria-busy="true">
      <h1 className="vh">Live voucher</h1>
      <p className="vh" role="status">
        Loading voucher
      </p>
      <div className={cx('deferred', css['live'])}>
        <TicketSkeleton />
      </div>
    </Page>
  );
}
