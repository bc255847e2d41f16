import { type ReactElement, type ReactNode, useId } from 'react';

import { cx } from '../cx.ts';
import { Mascot } from '../display/mascot.tsx';
import css from './ticket.module.css';
import { Pattern, type PatternVariant } from './pattern.tsx';

/** What a ticket is printed on, as `data-stock`: the reveal method, a payment, or used up. */
export type TicketVariant = 'views' | 'time' | 'lottery' | 'pay' | 'used';

interface Part {
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

interface TicketProps extends Part {
  readonly variant: TicketVariant;
  /** Turns sideways, cover left, where the ticket itself is 42 rem wide or more. */
  readonly wide?: boolean;
  /** '₦25,000 voucher' */
  readonly label: string;
}

/** A voucher as a ticket: cover, seam, body, stub and tear, in this order. */
export function Ticket({ variant, wide, label, children, className }: TicketProps): ReactElement {
  return (
    <div className={css['box']}>
      <article
        className={cx(css['ticket'], wide && css['wide'], className)}
        data-stock={variant}
        aria-label={label}
      >
        {children}
      </article>
    </div>
  );
}

/** Between cover and body. What it carries (punch strip, ruler) is the voucher's state; alone it is a perforation. */
export function TicketDivider({ children, className }: Part): ReactElement {
  return <div className={cx(children ? css['printed'] : css['seam'], className)}>{children}</div>;
}

export function TicketBody({ children, className }: Part): ReactElement {
  return <div className={cx(css['body'], className)}>{children}</div>;
}

/** The part with the action. */
export function TicketFooter({ children, className }: Part): ReactElement {
  return <div className={cx(css['stub'], className)}>{children}</div>;
}

export function TicketTear({ className }: Pick<Part, 'className'>): ReactElement {
  return <div className={cx(css['tear'], className)} aria-hidden="true" />;
}

/** The prize, in the largest figures of the screen. */
export function TicketAmount({ children, className }: Part): ReactElement {
  return <p className={cx(css['amount'], className)}>{children}</p>;
}

/** One or two facts under the code; the seam's state again, in words. */
export function TicketMeta({ children, className }: Part): ReactElement {
  return <div className={cx(css['meta'], className)}>{children}</div>;
}

/** 'No. 01JD7Q4K': the first eight characters of the ulid. */
export function TicketSerial({ ulid }: { readonly ulid: string }): ReactElement {
  return <span className={css['serial']}>No. {ulid.slice(0, 8)}</span>;
}

interface TicketCoverProps {
  /** Shows while a picture loads, and with the mascot where there is none; none behind a preview. */
  readonly pattern: PatternVariant | undefined;
  /** The creator's picture or video, given the class of `coverMediaClass`; without it, the mascot. */
  readonly media?: ReactNode;
  /** What the default cover shows, for those who do not see it; empty where it only decorates. */
  readonly mascotAlt?: string;
  /** TicketCorner parts and overlays. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** Fills the cover with an <img> or <video>. */
export const coverMediaClass = css['media'];

export function TicketCover({
  pattern,
  media,
  mascotAlt = '',
  children,
  className,
}: TicketCoverProps): ReactElement {
  return (
    <Pattern variant={pattern} className={cx(css['cover'], className)}>
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
  return <span className={cx(css[at], className)}>{children}</span>;
}

interface StampProps {
  /** '28 NOV' */
  readonly date: string;
  /** '20:00' */
  readonly time: string;
}

/** The round stamp of a lottery: its draw day and hour. */
export function Stamp({ date, time }: StampProps): ReactElement {
  const id = useId();
  return (
    <svg
      className={css['stamp']}
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

/** Stamped over the cover of a voucher that is gone. */
export function UsedMark(): ReactElement {
  return <span className={css['used']}>Voucher used</span>;
}
