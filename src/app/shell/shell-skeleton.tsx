import type { ReactElement } from 'react';

import { Page } from '../../ui/layout/layout.tsx';
import css from './shell-skeleton.module.css';

export function ShellSkeleton(): ReactElement {
  return (
    <Page aria-busy="true" aria-label="Loading">
      <span className={css['heading']} />
      <span className={css['card']} />
      <span className={css['card']} />
      <span className={css['card']} />
    </Page>
  );
}
