import type { ReactElement } from 'react';

import { Page } from '../../ui/layout/layout.tsx';
import css from './shell-skeleton.module.css';

/** A skeleton of a page that is on its way: a heading and three cards. */
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
