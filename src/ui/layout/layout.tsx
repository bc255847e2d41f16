import { useEffect, useRef, type ComponentProps, type ReactElement, type ReactNode } from 'react';

import { BackLink } from '../action/button.tsx';
import { cx } from '../cx.ts';
import css from './layout.module.css';

/** The main part of every screen: one column with gutters, at most 1200 px wide. Takes the focus on navigation. */
export function Page({ className, ...rest }: ComponentProps<'main'>): ReactElement {
  return <main id="main" tabIndex={-1} {...rest} className={cx(css['page'], className)} />;
}

/** The h1 of a page, with a way back before it or actions after it. */
export function PageHead({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={css['pageHead']}>{children}</div>;
}

interface SubPageProps {
  readonly title: ReactNode;
  /** Address of the way back; none where the screen is reached from anywhere. */
  readonly back?: string;
  readonly backLabel?: string;
  readonly children: ReactNode;
}

/** A screen that others lead to: the way back, its title, its content. */
export function SubPage({ title, back, backLabel, children }: SubPageProps): ReactElement {
  return (
    <Page>
      <PageHead>
        {back !== undefined && (
          <BackLink href={back} {...(backLabel !== undefined && { label: backLabel })} />
        )}
        <h1>{title}</h1>
      </PageHead>
      {children}
    </Page>
  );
}

/** The h2 of a section and what stands at its end. */
export function SectionHead({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={css['sectionHead']}>{children}</div>;
}

/** A column that is comfortable to read or fill in. */
export function Narrow({ className, ...rest }: ComponentProps<'div'>): ReactElement {
  return <div {...rest} className={cx(css['narrow'], className)} />;
}

interface ColumnsProps {
  /** From 992 px on; below, one column. The main part comes first in the document in every kind. */
  readonly kind: 'main-side' | 'side-main' | 'half';
  readonly children: ReactNode;
}

export function Columns({ kind, children }: ColumnsProps): ReactElement {
  return <div className={cx(css['cols'], css[kind])}>{children}</div>;
}

/** Two or three equal columns at every width. */
export function Grid({
  columns,
  children,
}: {
  readonly columns: 2 | 3;
  readonly children: ReactNode;
}): ReactElement {
  return <div className={columns === 2 ? css['two'] : css['three']}>{children}</div>;
}

/** Keeps the main action of a long page in reach, above the bottom bar. What is scrolled to ends above it. */
export function StickyFoot({ children }: { readonly children: ReactNode }): ReactElement {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--foot', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (foot.current) observer.observe(foot.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot');
    };
  }, []);
  return (
    <div ref={foot} className={css['stickyFoot']}>
      {children}
    </div>
  );
}

/** The dark band that carries the one thing a screen leads with; at most one per screen. */
export function Band({ className, ...rest }: ComponentProps<'section'>): ReactElement {
  return <section {...rest} className={cx(css['band'], className)} />;
}

interface CardProps extends ComponentProps<'section'> {
  readonly variant?: 'raised' | 'line';
}

/** A plain surface for everything that is not a ticket. Never inside another card. */
export function Card({ variant = 'raised', className, ...rest }: CardProps): ReactElement {
  return <section {...rest} className={cx(css['card'], css[variant], className)} />;
}
