import type { ReactElement } from 'react';

import { cx } from '../../ui/cx.ts';
import { Rows } from '../../ui/display/rows.tsx';
import { breathing, Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './awaited-rows.module.css';

const ROWS = ['1', '2', '3', '4', '5'];

/** Rows that are still loading. @param what 'Loading coins' */
export const AwaitedRows = ({ what }: { readonly what: string }): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      {what}
    </p>
    <Rows>
      {ROWS.map((name) => (
        <li key={name} className={cx(css['row'], breathing)}>
          <Skeleton shape="block" width="2.5rem" height="2.5rem" />
          <span className="stack g2 grow">
            <Skeleton width="62%" />
            <Skeleton width="38%" height="0.625rem" />
          </span>
        </li>
      ))}
    </Rows>
  </div>
);
