import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './input.module.css';

export interface InputGroupProps {
  /** A symbol, flag or prefix at the start. */
  readonly before?: ReactNode;
  /** A button at the end. */
  readonly after?: ReactNode;
  /** One Input. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** An input with something fixed at its start or end, framed as one. */
export function InputGroup({ before, after, children, className }: InputGroupProps): ReactElement {
  return (
    <div className={cx(css['group'], className)}>
      {before && <span className={css['before']}>{before}</span>}
      {children}
      {after && <span className={css['after']}>{after}</span>}
    </div>
  );
}
