import type { ComponentProps, ReactElement } from 'react';

import { cx } from '../cx.ts';
import { Rows } from '../display/rows.tsx';
import css from './skeleton.module.css';

interface SkeletonProps {
  /** Any CSS length or percentage. */
  readonly width?: string;
  /** Without it, that of a line of small text. */
  readonly height?: string;
}

/** Set it on the parent, because each animated element costs the browser a layer. */
export const breathing = css['breathing'];

/** A placeholder in its final shape; the parent must set `aria-busy`. */
export function Skeleton({ width, height }: SkeletonProps): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={css['skeleton']}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

interface LoadingProps extends ComponentProps<'div'> {
  /** Read out by screen readers. */
  readonly what: string;
}

/** Holds the skeletons of something that is still loading. */
export const Loading = ({ what, children, ...rest }: LoadingProps): ReactElement => (
  <div aria-busy="true" {...rest}>
    <p className="vh" role="status">
      {what}
    </p>
    {children}
  </div>
);

interface RowsSkeletonProps {
  readonly what: string;
  /** The number of rows to expect. */
  readonly count?: number;
  /** Whether the rows end with a number. */
  readonly values?: boolean;
}

/** Rows that are still loading. */
export const RowsSkeleton = ({ what, count = 5, values }: RowsSkeletonProps): ReactElement => (
  <Loading what={what}>
    <Rows>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className={cx('line', css['row'], breathing)}>
          <Skeleton width="2.75rem" height="2.75rem" />
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
  </Loading>
);
