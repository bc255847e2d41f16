import type { ReactElement } from 'react';

import { cx } from '../../ui/cx.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Rows } from '../../ui/display/rows.tsx';
import { breathing, Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './history-list.module.css';

const ROWS = ['1', '2', '3', '4', '5', '6'];

/** The history's skeleton; also what is prerendered. */
export const HistorySkeleton = (): ReactElement => (
  <Card className={css['list']} aria-busy="true">
    <p className="vh" role="status">
      Loading transactions
    </p>
    <Rows>
      {ROWS.map((name) => (
        <li key={name} className={cx(css['placeholder'], breathing)}>
          <Skeleton shape="block" width="2.75rem" height="2.75rem" />
          <span className="stack g2 grow">
            <Skeleton width="62%" />
            <Skeleton width="38%" height="0.625rem" />
          </span>
          <span className="stack g2">
            <Skeleton width="4.5rem" />
            <Skeleton width="3.5rem" height="0.625rem" />
          </span>
        </li>
      ))}
    </Rows>
  </Card>
);
