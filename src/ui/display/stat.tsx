import type { ReactElement, ReactNode } from 'react';
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
      <span className={`figure xxl ${css['value'] ?? ''}`}>{value}</span>
      <span className="xs muted">{label}</span>
    </div>
  );
}
