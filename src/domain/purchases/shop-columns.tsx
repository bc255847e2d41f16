import type { ReactElement, ReactNode } from 'react';

import css from './shop-columns.module.css';

export interface ShopColumnsProps {
  readonly form: ReactNode;
  /** What was bought before, if anything was. */
  readonly recent: ReactNode;
  /** A PayBar: at the foot of a phone, beside the form where there is room. */
  readonly pay: ReactNode;
}

/** How a shop stands: the form, what was bought before, and what it comes to. */
export function ShopColumns({ form, recent, pay }: ShopColumnsProps): ReactElement {
  return (
    <div className={css['shop']}>
      <div className={css['form']}>{form}</div>
      <aside className={css['recent']}>{recent}</aside>
      <div className={css['pay']}>{pay}</div>
    </div>
  );
}
