import type { ReactElement, ReactNode } from 'react';

import { cx } from '../cx.ts';
import css from './facts.module.css';

export interface FactsProps {
  readonly rows: readonly (readonly [term: string, fact: ReactNode])[];
  readonly className?: string | undefined;
}

/** Terms, each with its fact at the end of the line. */
export function Facts({ rows, className }: FactsProps): ReactElement {
  return (
    <dl className={cx(css['facts'], className)}>
      {rows.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
