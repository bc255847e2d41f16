import { type ReactElement, type ReactNode, useId } from 'react';

import { cx } from '../cx.ts';
import { Mascot } from '../display/mascot.tsx';
import css from './ticket.module.css';
import { Pattern, type PatternVariant } from './pattern.tsx';

/** The look of a ticket: by reveal method, for a payment, or for a used voucher. */
export type TicketVariant = 'views' | 'time' | 'lottery' | 'pay' | 'used';

interface Part {
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

interface TicketProps extends Part {
  readonly variant: TicketVariant;
  /** Places the cover on the left if the ticket is at least 42 rem wide. */
  readonly wide?: boolean;
  /** '₦25,000 voucher' */
  readonly label: string;
}

/** A voucher as a ticket; its parts follow in the order cover, divider, body, footer. */
export function Ticket({ variant, wide, label, children, className }: TicketProps): ReactElement {
  return (
    <div className={css['box']}>
      <article
        className={cx('edged', css['ticket'], wide && css['wide'], className)}
        data-stock={variant}
        aria-label={label}
      >
        {children}
      </article>
    </div>
  );
}

/** The line between cover and body; its content shows the voucher's progress. */
export function TicketDivider({ children, className }: Part): ReactElement {
  return <div className={cx(children ? css['printed'] : css['seam'], className)}>{children}</div>;
}

export function TicketBody({ children, className }: Part): ReactElement {
  return <div className={cx(css['body'], className)}>{children}</div>;
}

interface TicketFooterProps extends Part {
  readonly torn?: boolean;
}

/** The part with the action, torn off at its lower edge. */
export function TicketFooter({
  torn = true,
  children,
  className,
}: TicketFooterProps): ReactElement {
  return (
    <>
      <div className={cx(css['stub'], className)}>{children}</div>
      {torn && <TicketTear className={className} />}
    </>
  );
}

export function TicketTear({ className }: Pick<Part, 'className'>): ReactElement {
  return <div className={cx(css['tear'], className)} aria-hidden="true" />;
}

/** The prize, in the largest digits of the screen. */
export function TicketAmount({ children, className }: Part): ReactElement {
  return <p className={cx('figure', css['amount'], className)}>{children}</p>;
}

/** One or two facts under the code, such as the progress in words. */
export function TicketMeta({ children, className }: Part): ReactElement {
  return <div className={cx('semi', css['meta'], className)}>{children}</div>;
}

/** 'No. 01JD7Q4K': the first eight characters of the ulid. */
export function TicketSerial({ ulid }: { readonly ulid: string }): ReactElement {
  return <span className={css['serial']}>No. {ulid.slice(0, 8)}</span>;
}

interface TicketCoverProps {
  /** It shows while a picture loads and when there is none. */
  readonly pattern: PatternVariant | undefined;
  /** A picture or video with the class `coverMediaClass`; the default is the mascot. */
  readonly media?: ReactNode;
  /** The mascot's text for screen readers; empty when it is decorative. */
  readonly mascotAlt?: string;
  /** TicketCorner parts and overlays. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** The class for an <img> or <video> that fills the cover. */
export const coverMediaClass = cx('covers', css['media']);

export function TicketCover({
  pattern,
  media,
  mascotAlt = '',
  children,
  className,
}: TicketCoverProps): ReactElement {
  return (
    <Pattern variant={pattern} className={cx('middle', css['cover'], className)}>
      {media ?? (
        <>
          <span className={css['disc']} />
          <Mascot className={css['mascot']} alt={mascotAlt} />
        </>
      )}
      {children}
    </Pattern>
  );
}

interface TicketCornerProps {
  readonly at: 'top-start' | 'top-end' | 'bottom-start';
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function TicketCorner({ at, children, className }: TicketCornerProps): ReactElement {
  return <span className={cx('line', css[at], className)}>{children}</span>;
}

interface StampProps {
  /** '28 NOV' */
  readonly date: string;
  /** '20:00' */
  readonly time: string;
}

/** The round stamp of a lottery with its day and hour. */
export function Stamp({ date, time }: StampProps): ReactElement {
  const id = useId();
  return (
    <svg
      className={cx('figure', css['stamp'])}
      viewBox="0 0 120 120"
      role="img"
      aria-label={`Draw day ${date}, ${time}. Entries close.`}
    >
      <defs>
        <path id={`${id}t`} d="M18 60a42 42 0 0 1 84 0" />
        <path id={`${id}b`} d="M12.5 60a47.5 47.5 0 0 0 95 0" />
      </defs>
      <circle className={css['ring']} cx="60" cy="60" r="56" strokeWidth="3.5" />
      <circle className={css['ring']} cx="60" cy="60" r="34" strokeWidth="2" />
      <text fontSize="13.5">
        <textPath href={`#${id}t`} startOffset="50%">
          DRAW DAY
        </textPath>
      </text>
      <text fontSize="12.5">
        <textPath href={`#${id}b`} startOffset="50%">
          ENTRIES CLOSE
        </textPath>
      </text>
      <text className={css['plain']} x="60" y="57" fontSize="19">
        {date}
      </text>
      <text className={css['plain']} x="60" y="76" fontSize="15">
        {time}
      </text>
    </svg>
  );
}

/** The class of a word that is stamped on a ticket. */
export const markClass = cx('figure', css['mark']);

/** The stamp over the cover of a used voucher. */
export function UsedMark(): ReactElement {
  return <span className={cx(markClass, css['used'])}>Voucher used</span>;
}
