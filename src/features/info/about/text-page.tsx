import type { ReactElement, ReactNode } from 'react';

import { Page, PageHead } from '../../../ui/layout/layout.tsx';
import { AppLink, ButtonLink } from '../../../ui/action/button.tsx';
import css from './text-page.module.css';

export interface TextPageProps {
  readonly title: string;
  /** What the page tells, in a sentence or two. */
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page that is read. */
export function TextPage({ title, lead, children }: TextPageProps): ReactElement {
  return (
    <Page className={css['text']}>
      <PageHead>
        <h1>{title}</h1>
      </PageHead>
      <p className={css['lead']}>{lead}</p>
      {children}
    </Page>
  );
}

/** One subject of it. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className={css['part']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A link inside a sentence. */
export function InText({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <AppLink className="link" href={href}>
      {children}
    </AppLink>
  );
}

/** Where to go on from here. */
export function GoOn({
  to,
}: {
  readonly to: readonly { readonly href: string; readonly name: string }[];
}): ReactElement {
  return (
    <nav className={css['links']} aria-label="Go on">
      {to.map(({ href, name }) => (
        <ButtonLink key={href} href={href}>
          {name}
        </ButtonLink>
      ))}
    </nav>
  );
}
