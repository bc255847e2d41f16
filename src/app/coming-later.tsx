import type { ReactElement } from 'react';

import { useAppLocation } from '../platform/routing/router.tsx';
import { ButtonLink } from '../ui/action/button-link.tsx';
import { Page } from '../ui/layout/layout.tsx';
import { Mascot } from '../ui/display/mascot.tsx';
import { comingLaterCopy } from './coming-later-copy.ts';
import css from './page-message.module.css';

/** An honest page for a route whose screen is still to be built: what it will be, and what works today. */
export default function ComingLaterPage(): ReactElement {
  const { title, will, today, action } = comingLaterCopy(useAppLocation().path);
  return (
    <Page className={css['message']}>
      <Mascot mood="nest" className={css['picture']} />
      <h1>{title}</h1>
      <p>{will} This screen is not built yet.</p>
      <div className={css['works']}>
        <h2>What works today</h2>
        <p>{today}</p>
      </div>
      <ButtonLink href={action.href} variant="primary">
        {action.label}
      </ButtonLink>
    </Page>
  );
}
