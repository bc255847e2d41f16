import type { ReactElement, ReactNode } from 'react';

import { cx } from '../cx.ts';
import { Icon, type IconProps } from '../icon.tsx';
import { Press } from '../action/button.tsx';
import css from './rows.module.css';

/** The meaning of a colour; a word or an icon must say it too. */
export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info';

interface RowIconProps extends Pick<IconProps, 'of'> {
  readonly tone?: Tone;
}

/** An icon on a tinted square, at the start of a row. */
export function RowIcon({ tone = 'neutral', of }: RowIconProps): ReactElement {
  return (
    <span className={cx('middle', css['icon'])} data-tone={tone}>
      <Icon of={of} size="md" />
    </span>
  );
}

/** A list of rows; children are <li> or DayLabel, and `ordered` is for ranks. */
export function Rows({
  ordered,
  children,
}: {
  readonly ordered?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const List = ordered ? 'ol' : 'ul';
  return <List className={css['rows']}>{children}</List>;
}

/** The day above the rows that follow. */
export function DayLabel({ children }: { readonly children: ReactNode }): ReactElement {
  return <li className={cx('xs muted', css['day'])}>{children}</li>;
}

/** The class of a row with content of its own. */
export const rowClass = css['row'];

interface RowProps {
  /** A RowIcon, an Avatar, or a RowRank with an Avatar. */
  readonly start?: ReactNode;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly value?: ReactNode;
  /** A credit is green, and a failed amount is struck through. */
  readonly valueTone?: 'credit' | 'failed' | undefined;
  /** A Badge or a word under the value. */
  readonly extra?: ReactNode;
  readonly href?: string;
  readonly onSelect?: () => void;
}

/** A row inside an <li>; it is a link with `href` and a button with `onSelect`. */
export function Row({
  start,
  title,
  note,
  value,
  valueTone,
  extra,
  href,
  onSelect,
}: RowProps): ReactElement {
  const content = (
    <>
      {start}
      <span className={css['middle']}>
        <span className={cx('semi anywhere', css['title'])}>{title}</span>
        {note && <span className={cx('xs muted', css['note'])}>{note}</span>}
      </span>
      {(value !== undefined || extra !== undefined) && (
        <span className={css['end']}>
          <span className={cx(css['value'], valueTone && css[valueTone])}>{value}</span>
          {extra}
        </span>
      )}
    </>
  );
  if (!href && !onSelect) return <div className={rowClass}>{content}</div>;
  return (
    <Press href={href} className={rowClass} onClick={onSelect}>
      {content}
    </Press>
  );
}

export function RowRank({ rank }: { readonly rank: number }): ReactElement {
  return <span className={cx('figure lg center', css['rank'])}>{rank}</span>;
}
