import type { ReactElement, ReactNode } from 'react';
import { Cloth, type ClothVariant } from './cloth.tsx';
import { cx } from '../cx.ts';
import { Mascot } from '../display/mascot.tsx';
import css from './ticket.module.css';

export interface TicketCoverProps {
  /** Shows while a picture loads, and with the mascot where there is none; none behind a preview. */
  readonly cloth: ClothVariant | undefined;
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
  cloth,
  media,
  mascotAlt = '',
  children,
  className,
}: TicketCoverProps): ReactElement {
  return (
    <Cloth variant={cloth} className={cx(css['cover'], className)}>
      {media ?? (
        <>
          <span className={css['disc']} />
          <Mascot className={css['mascot']} alt={mascotAlt} />
        </>
      )}
      {children}
    </Cloth>
  );
}

export interface TicketCornerProps {
  readonly at: 'top-start' | 'top-end' | 'bottom-start';
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function TicketCorner({ at, children, className }: TicketCornerProps): ReactElement {
  return <span className={cx(css[at], className)}>{children}</span>;
}
