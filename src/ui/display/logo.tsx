import type { ReactElement } from 'react';

import { cx } from '../cx.ts';
import css from './logo.module.css';

const G =
  'M27.5 100.5q12.5 0 16.5-7l2.5 6.5h10v-35.5h-26v11.5h7l0 1.5q0 6.5-2 8-1.5 2-5.5 2-4.5 0-7-3.5-2.5-3.5-2.5-17 0-17 2.5-19.5 2.5-2.5 6.5-2.5 4 0 6 2 2 2 2 10.5h19q-.5-9.5-5-17.5-4.5-8-22-8-18 0-23 8.5-4.5 9-4.5 25.5 0 16 4.5 25.5 4.5 9 21 9z';
const O =
  'M89.5 100.5q17 0 22-8.5 4.5-8 4.5-22 0-14-4.5-22-5-8-22-8-17.5 0-22.5 8-4.5 8-4.5 22 0 14 4.5 22 5 8.5 22.5 8.5zM89.5 87.5q-4 0-6.5-3-2-3-2-14.5 0-11.5 2-14.5 2.5-3 6.5-3 3.5 0 6 3 2.5 3 2.5 14.5 0 11.5-2.5 14.5-2.5 3-6 3z';
const DIES =
  'M215 100h17v-78.5h-18.5v70.5zM198.5 100.5q9 0 16-4.5 7.5-4.5 7.5-12l-8.5-7.5q0 5.5-2.5 8.5-2.5 2.5-6 2.5-3.5 0-5.5-3-1.5-3-1.5-14.5 0-11 1.5-14 2-3 5.5-3 3.5 0 6 2.5 2.5 3 2.5 8l8.5-7q0-7.5-7.5-12-7-4.5-16-4.5-12 0-15.5 8.5-4 8.5-4 21.5 0 13 4 21.5 3.5 9 15.5 9zM239.5 100h18.5v-59.5h-18.5zM239.5 22v12.5h18.5v-12.5zM291.5 100.5v-12.5q-4 0-6.5-3-2.5-3-2.5-15 0-11.5 2.5-14.5 2.5-3.5 6.5-3.5 4 0 6.5 3 1.5 2.5 1.5 9.5h-18.5v11.5h37q.5-3 .5-6 0-13.5-4.5-22-5-8-22.5-8-17.5 0-22 8-5 8.5-5 22 0 13.5 5 22 4.5 8.5 22 8.5zM291.5 88v12.5q9 0 14-2 4.5-1.5 7.5-5 3-3.5 4-10.5l-17-3.5q-1 3-2 5-.5 2-2 3-1.5 .5-4.5 .5zM351 100.5q12.5 0 19-4.5 6.5-4 6.5-15 0-8.5-5.5-12.5-5.5-3.5-14.5-5-6.5-1-10.5-2-4-.5-4-4 0-2.5 2-4 1.5-1 5-1 3.5 0 6.5 2 2.5 2.5 3.5 6.5l16.5-4.5q-1.5-9.5-8.5-13-6.5-3.5-18-3.5-11.5 0-18.5 4-6.5 4.5-6.5 13.5 0 9 5 13.5 5 4 14 5.5 7 1 11 2 4 1 4 4.5 0 2.5-2 3.5-1.5 1.5-5 1.5-4 0-7-2-2.5-2.5-3.5-7l-17 4.5q2 9.5 9 13.5 7 3.5 18.5 3.5z';

function Tile({ x }: { readonly x: number }): ReactElement {
  return (
    <g transform={`translate(${x})`}>
      <rect className={css['tile']} x="62.4" y="28" width="58" height="80" rx="11" />
      <path className={css['digit']} transform="translate(1.8 -2)" d={O} />
      <path className={css['tile']} d="M62.4 66.5h58v3h-58z" />
    </g>
  );
}

interface WordmarkProps {
  /** Set it on a dark band, which is dark in both themes. */
  readonly onBand?: boolean;
  readonly className?: string | undefined;
}

/** The product's name as a drawing. */
export function Wordmark({ onBand, className }: WordmarkProps): ReactElement {
  return (
    <svg
      className={cx(css['wordmark'], onBand && css['onBand'], className)}
      viewBox="0 22 396 90"
      role="img"
      aria-label="Goodies"
    >
      <path d={G} />
      <Tile x={0} />
      <Tile x={63.4} />
      <path transform="translate(13)" d={DIES} />
    </svg>
  );
}

/** The logo; as a file of its own it would be fetched and decoded before the first paint. */
export function LogoGlyph({
  className,
}: {
  readonly className?: string | undefined;
}): ReactElement {
  return (
    <svg className={className} width={38} height={32} viewBox="60 90 392 332" aria-hidden="true">
      <g transform="translate(256 256) scale(1.1) rotate(-12)" strokeLinecap="round">
        <path
          d="M-106-110H106a44 44 0 0 1 44 44v36a30 30 0 0 0 0 60v36a44 44 0 0 1-44 44h-212a44 44 0 0 1-44-44v-36a30 30 0 0 0 0-60v-36a44 44 0 0 1 44-44z"
          fill="#ffbf2b"
        />
        <path
          d="M-74-110v220"
          stroke="#121843"
          strokeWidth={9}
          strokeDasharray=".1 24.4"
          opacity=".55"
        />
        <path
          d="M34-57v114M83.4-28.5l-98.7 57M83.4 28.5l-98.7-57"
          stroke="#c9184f"
          strokeWidth={34}
        />
      </g>
    </svg>
  );
}
