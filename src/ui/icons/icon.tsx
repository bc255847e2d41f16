import type { ReactElement } from 'react';
import { cx } from '../cx.ts';

export interface IconProps {
  /** 18, 22 or 28 px; without it, one and a half times the text around it. */
  readonly size?: 'sm' | 'md' | 'lg';
  readonly className?: string | undefined;
}

/** Makes a decorative line icon from one path on a 24-unit grid; name the control, not the icon. */
export function icon(d: string): (props: IconProps) => ReactElement {
  return function LineIcon({ size, className }) {
    return (
      <svg
        className={cx('i', size && `i--${size}`, className)}
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path d={d} />
      </svg>
    );
  };
}
