import type { ReactElement } from 'react';

import { cx } from '../cx.ts';
import { Rows } from '../display/rows.tsx';
import css from './skeleton.module.css';

interface SkeletonProps {
  /** text is one line of small text; block takes a height. */
  readonly shape?: 'text' | 'block';
  /** Any CSS length or share. */
  readonly width?: string;
  readonly height?: string;
}

/**
 * The class of what breathes as one with all its skeletons, a row or a ticket: a browser keeps each thing that moves by
 * itself as a picture of its own.
 */
export const breathing = css['breathing'];

/** A still-loading piece in its final shape. The region around it says that it is loading. */
export function Skeleton({ shape = 'text', width, height }: SkeletonProps): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={cx(css['skeleton'], css[shape])}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

interface RowsSkeletonProps {
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
