import type { ReactElement, ReactNode } from 'react';

import css from './money-facts.module.css';

export interface MoneyFactsProps {
  readonly rows: readonly (readonly [term: string, fact: ReactNode])[];
}

/** What there is to know before money moves. */
export function MoneyFacts({ rows }: MoneyFactsProps): ReactElement {
  return (
    <dl className={css['facts']}>
      {rows.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
