import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { Stock } from './stock.ts';
import css from './ticket.module.css';

interface Part {
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

export interface TicketProps extends Part {
  readonly stock: Stock;
  /** Turns sideways, cover left, where the ticket itself is 42 rem wide or more. */
  readonly wide?: boolean;
  /** '₦25,000 voucher' */
  readonly label: string;
}

/** A voucher as a ticket: cover, seam, body, stub and tear, in this order. */
export function Ticket({ stock, wide, label, children, className }: TicketProps): ReactElement {
  return (
    <div className={css['box']}>
      <article
        className={cx(css['ticket'], wide && css['wide'], className)}
        data-stock={stock}
        aria-label={label}
      >
        {children}
      </article>
    </div>
  );
}

/** Between cover and body. What it carries (punch strip, ruler) is the voucher's state; alone it is a perforation. */
export function TicketSeam({ children, className }: Part): ReactElement {
  return <div className={cx(children ? css['printed'] : css['seam'], className)}>{children}</div>;
}

export function TicketBody({ children, className }: Part): ReactElement {
  return <div className={cx(css['body'], className)}>{children}</div>;
}

/** The part with the action. */
export function TicketStub({ children, className }: Part): ReactElement {
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
