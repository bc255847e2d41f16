import type { ReactElement } from 'react';
import css from './asterisk.module.css';
import { cx } from '../cx.ts';

/** The sign of a hidden digit. */
export function Asterisk({ className }: { readonly className?: string | undefined }): ReactElement {
  return (
    <svg className={cx(css['asterisk'], className)} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 4.5v23M26 10.25 6 21.75M26 21.75 6 10.25" />
    </svg>
  );
}
