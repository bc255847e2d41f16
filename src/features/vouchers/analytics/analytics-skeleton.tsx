import type { ReactElement } from 'react';

import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import css from './analytics.module.css';

const STATS = ['1', '2', '3', '4', '5', '6'];

/** The figures on their way, in their final shape. */
export const AnalyticsSkeleton = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading analytics
    </p>
    <div className={css['screen']}>
      <Skeleton shape="block" height="18rem" />
      <div className="stack g5">
        <div className={css['stats']}>
          {STATS.map((name) => (
            <Skeleton key={name} shape="block" height="5.25rem" />
          ))}
        </div>
        <Skeleton shape="block" height="16rem" />
        <Skeleton shape="block" height="20rem" />
      </div>
    </div>
  </div>
);
