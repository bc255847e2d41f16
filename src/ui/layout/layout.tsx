import { useEffect, useRef, type ComponentProps, type ReactElement, type ReactNode } from 'react';

import { BackLink } from '../action/button.tsx';
import { cx } from '../cx.ts';
import css from './layout.module.css';

/** The main element of every screen; it receives the focus on navigation. */
export function Page({ className, ...rest }: ComponentProps<'main'>): ReactElement {
  return (
    <main id="main" tabIndex={-1} {...rest} className={cx(css['page'], 'no-ring', className)} />
  );
}

/** A page's h1, with a link back before it or actions after it. */
export function PageHead({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={cx('line', css['pageHead'])}>{children}</div>;
}

interface SubPageProps {
  readonly title: ReactNode;
  /** The address of the link back; omitted when many screens lead here. */
  readonly back?: string;
  readonly backLabel?: string;
  readonly children: ReactNode;
}

/** A page with a link back, a title and content. */
export function SubPage({ title, back, backLabel, children }: SubPageProps): ReactElement {
  return (
    <Page>
      <PageHead>
        {back !== undefined && <BackLink href={back} label={backLabel} />}
        <h1>{title}</h1>
      </PageHead>
      {children}
    </Page>
  );
}

/** A section's h2, with something at its end. */
export function SectionHead({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={cx('line apart', css['sectionHead'])}>{children}</div>;
}

/** A column that is narrow enough to read. */
export function Narrow({ className, ...rest }: ComponentProps<'div'>): ReactElement {
  return <div {...rest} className={cx(css['narrow'], className)} />;
}

interface ColumnsProps {
  /** It applies from 992 px; the main part comes first in the document, but after an aside. */
  readonly kind: 'main-side' | 'side-main' | 'aside-main' | 'half';
  readonly children: ReactNode;
}

export function Columns({ kind, children }: ColumnsProps): ReactElement {
  return <div className={cx(css['cols'], css[kind])}>{children}</div>;
}

/** Two or three equal columns at every width; three are one with large text. */
export function Grid({
  columns,
  children,
}: {
  readonly columns: 2 | 3;
  readonly children: ReactNode;
}): ReactElement {
  return <div className={columns === 2 ? css['two'] : cx('single', css['three'])}>{children}</div>;
}

/** Keeps a long page's main action visible above the bottom bar. */
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

/** A dark band for a screen's main content; use at most one per screen. */
export function Band({ className, ...rest }: ComponentProps<'section'>): ReactElement {
  return <section {...rest} className={cx(css['band'], className)} />;
}

interface CardProps extends ComponentProps<'section'> {
  readonly variant?: 'raised' | 'line';
}

/** A plain surface; it must not be nested in another card. */
export function Card({ variant = 'raised', className, ...rest }: CardProps): ReactElement {
  return <section {...rest} className={cx('edged', css['card'], css[variant], className)} />;
}
