import type { ReactElement } from 'react';

import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import css from './ticket-skeleton.module.css';

const PLACES = Array.from({ length: CODE_LENGTH }, (_, index) => `place-${index + 1}`);

/** The shape of a voucher's ticket. */
export function TicketSkeleton(): ReactElement {
  return (
    <div className={css['ticket']} data-loading="">
      <div className={css['cover']} />
      <div className={css['body']}>
        <Skeleton shape="block" width="55%" height="2.75rem" />
        <div className={css['code']}>
          {PLACES.map((place) => (
            <Skeleton key={place} shape="block" height="3.25rem" />
          ))}
        </div>
        <Skeleton width="70%" />
        <Skeleton shape="block" height="3.5rem" />
      </div>
    </div>
  );
}
