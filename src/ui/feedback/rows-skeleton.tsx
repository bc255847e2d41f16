import type { ReactElement } from 'react';

import { cx } from '../cx.ts';
import { Rows } from '../display/rows.tsx';
import css from './rows-skeleton.module.css';
import { breathing, Skeleton } from './skeleton.tsx';

export interface RowsSkeletonProps {
  /** 'Loading coins' */
  readonly what: string;
  /** As many as will come, where that is known. */
  readonly count?: number;
  /** Whether the rows end with a figure. */
  readonly values?: boolean;
}

/** Rows that are still loading. */
export const RowsSkeleton = ({ what, count = 5, values }: RowsSkeletonProps): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      {what}
    </p>
    <Rows>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className={cx(css['row'], breathing)}>
          <Skeleton shape="block" width="2.75rem" height="2.75rem" />
          <span className="stack g2 grow">
            <Skeleton width="62%" />
            <Skeleton width="38%" height="0.625rem" />
          </span>
          {values && (
            <span className="stack g2">
              <Skeleton width="4.5rem" />
              <Skeleton width="3.5rem" height="0.625rem" />
            </span>
          )}
        </li>
      ))}
    </Rows>
  </div>
);
