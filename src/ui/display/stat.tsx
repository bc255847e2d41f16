import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './stat.module.css';

/** A number and its label. */
export function Stat({
  value,
  label,
}: {
  readonly value: ReactNode;
  readonly label: ReactNode;
}): ReactElement {
  return (
    <div className={css['stat']}>
      <span className={cx('figure xxl', css['value'])}>{value}</span>
      <span className="xs muted">{label}</span>
    </div>
  );
}
