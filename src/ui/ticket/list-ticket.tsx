import type { ReactElement, ReactNode } from 'react';
import { AppLink } from '../action/button.tsx';
import { Pattern, type PatternVariant } from './pattern.tsx';
import { CodeLine } from '../code/code.tsx';
import css from './list-ticket.module.css';
import { Mascot } from '../display/mascot.tsx';
import { cx } from '../cx.ts';
import { breathing, Skeleton } from '../feedback/skeleton.tsx';
import type { TicketVariant } from './ticket.tsx';

export interface ListTicketProps {
  readonly href: string;
  /** '₦25,000 voucher by @adaobi_o' */
  readonly label: string;
  readonly variant: TicketVariant;
  /** Without a pattern, the ticket is a small one that has no cover and names no creator. */
  readonly pattern?: PatternVariant;
  /** The creator's picture with the class `covers`; the default is the mascot. */
  readonly media?: ReactNode;
  readonly creator?: ReactNode;
  /** A Badge of tone 'ticket' with the reveal method. */
  readonly badge?: ReactNode;
  readonly amount: ReactNode;
  /** The reference value, as a control above the ticket's link. */
  readonly worth?: ReactNode;
  readonly maskedCode: string;
  /** A PunchStrip of 12 holes or a TimeRuler, with the same in words. */
  readonly foot: ReactNode;
}

/** The default cover without a picture. */
export const ListPattern = (): ReactElement => (
  <>
    <span className={css['disc']} />
    <Mascot className={css['mascot']} />
  </>
);

/** A voucher in a list; one link covers the whole ticket. */
export function ListTicket(props: ListTicketProps): ReactElement {
  const { href, label, variant, pattern, media, creator, badge } = props;
  const { amount, worth, maskedCode, foot } = props;
  return (
    <div className={cx('edged', css['ticket'], !pattern && css['small'])} data-stock={variant}>
      {pattern ? (
        <Pattern variant={pattern} className={cx('middle', css['cover'])}>
          {media ?? <ListPattern />}
        </Pattern>
      ) : (
        <span className={css['cover']} />
      )}
      <span className={css['seam']} aria-hidden="true" />
      <div className={css['body']}>
        {pattern && (
          <div className="split xs">
            <span className="truncate semi">{creator}</span>
            {badge}
          </div>
        )}
        <div className={css['prize']}>
          <AppLink href={href} className={css['link']} aria-label={label}>
            <span className={cx('figure', css['amount'])}>{amount}</span>
          </AppLink>
          {worth}
          {!pattern && badge}
        </div>
        <CodeLine maskedCode={maskedCode} />
        <div className={cx('xs semi', css['foot'])}>{foot}</div>
      </div>
    </div>
  );
}

/** One to three columns of list tickets; children are <li>. */
export function TicketList({ children }: { readonly children: ReactNode }): ReactElement {
  return <ul className={css['list']}>{children}</ul>;
}

/** One row of small tickets, which scrolls sideways; children are <li>. */
export const TicketStrip = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <ul className={css['strip']}>{children}</ul>
);

/** A list ticket that is still loading. */
export function ListTicketSkeleton(): ReactElement {
  return (
    <div className={cx('edged', css['ticket'], breathing)} data-loading="">
      <div className={cx('middle', css['cover'])} />
      <span className={css['seam']} />
      <div className={css['body']}>
        <Skeleton width="45%" />
        <Skeleton width="60%" height="1.75rem" />
        <Skeleton height="1.25rem" />
        <Skeleton width="75%" />
      </div>
    </div>
  );
}
