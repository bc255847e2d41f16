import type { ReactElement } from 'react';

import { ButtonLink } from '../ui/action/button.tsx';
import { Page } from '../ui/layout/layout.tsx';
import { Mascot } from '../ui/display/mascot.tsx';
import { cx } from '../ui/cx.ts';
import css from './page-message.module.css';

export default function NotFoundPage(): ReactElement {
  return (
    <Page className={cx('column', css['message'])}>
      <Mascot variant="nest" className={css['picture']} />
      <h1>There is nothing here</h1>
      <p className="muted">The link may be old, or a letter in it may be wrong.</p>
      <ButtonLink href="/" variant="primary">
        Go to home
      </ButtonLink>
    </Page>
  );
}
