import type { ReactElement, ReactNode } from 'react';

import { Page, PageHead } from '../../../ui/layout/layout.tsx';
import { AppLink, ButtonLink, type AppLinkProps } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './text-page.module.css';

interface TextPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

export function TextPage({ title, lead, children }: TextPageProps): ReactElement {
  return (
    <Page className={css['text']}>
      <PageHead>
        <h1>{title}</h1>
      </PageHead>
      <p className={cx('lg muted', css['lead'])}>{lead}</p>
      {children}
    </Page>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const Part = ({ title, children }: PartProps): ReactElement => (
  <section className={cx('stack g3', css['part'])}>
    <h2>{title}</h2>
    {children}
  </section>
);

export const InText = (props: AppLinkProps): ReactElement => (
  <AppLink className="link" {...props} />
);

/** @param props.to addresses by what their buttons say */
export const GoOn = ({ to }: { readonly to: Readonly<Record<string, string>> }): ReactElement => (
  <nav className="cluster g3" aria-label="Go on">
    {Object.entries(to).map(([name, href]) => (
      <ButtonLink key={href} href={href}>
        {name}
      </ButtonLink>
    ))}
  </nav>
);
