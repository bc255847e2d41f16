import type { ReactElement } from 'react';

import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import css from './voucher-card.module.css';

const CARDS = ['first', 'second', 'third'];

export function CreatedSkeleton(): ReactElement {
  return (
    <div aria-busy="true">
      <p className="vh" role="status">
        Loading your vouchers
      </p>
      <div className={css['list']}>
        {CARDS.map((name) => (
          <Skeleton key={name} shape="block" height="14rem" />
        ))}
      </div>
    </div>
  );
}
