import type { ReactElement } from 'react';
import { cx } from '../cx.ts';
import css from './skeleton.module.css';

export interface SkeletonProps {
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
