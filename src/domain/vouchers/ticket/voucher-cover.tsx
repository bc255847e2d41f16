import type { ReactElement, ReactNode } from 'react';
import keyboardIcon from 'lucide/dist/esm/icons/keyboard.mjs';

import { Avatar } from '../../../ui/display/avatar.tsx';
import { ChipButton, Chip } from '../../../ui/display/chip.tsx';
import { clothOf } from '../cloth-of.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { UsedMark } from '../../../ui/ticket/stamp.tsx';
import { coverMediaClass, TicketCorner, TicketCover } from '../../../ui/ticket/ticket-cover.tsx';
import { CoverPreview, hasPreview } from './cover-preview.tsx';
import css from './voucher-cover.module.css';
import type { ShownVoucher } from '../shown-voucher.ts';
import { VoucherVideo } from '../video/voucher-video.tsx';

/** As wide as the ticket on phones; on wide screens its left half, whose height a landscape picture has to fill. */
const SIZES = '(min-width: 46rem) 50rem, calc(100vw - 2rem)';

export interface VoucherCoverProps {
  readonly voucher: ShownVoucher;
  /** Opens the guess; without it there is nothing to guess. */
  readonly onGuess: (() => void) | undefined;
  /** Stands before the creator. */
  readonly badge?: ReactNode;
  readonly className?: string | undefined;
  /** The guess overlay while it is open. */
  readonly children?: ReactNode;
}

/** The creator's picture or video; while it loads, its preview or the cloth of the region. */
function coverMedia(voucher: ShownVoucher): ReactNode {
  const { cover, ad_cover: source, media_type: type } = voucher;
  if (type === 'video' && source) {
    return (
      <>
        <CoverPreview voucher={voucher} />
        <VoucherVideo source={source} poster={cover?.src ?? ''} bytes={cover?.video_bytes ?? 0} />
      </>
    );
  }
  if (!cover?.src) return undefined;
  return (
    <>
      <CoverPreview voucher={voucher} />
      <img
        className={coverMediaClass}
        src={cover.src}
        srcSet={cover.srcset}
        sizes={SIZES}
        width={cover.width}
        height={cover.height}
        alt=""
        // Asking for it would hold up the frame that shows its preview.
        loading={hasPreview(voucher) ? 'lazy' : 'eager'}
        fetchPriority="high"
        decoding="async"
      />
    </>
  );
}

export function VoucherCover(props: VoucherCoverProps): ReactElement {
  const { voucher, onGuess, badge, className, children } = props;
  const { creator, creator_avatar: avatar, network, region, ulid, is_used: isUsed } = voucher;
  const isVideo = voucher.media_type === 'video';
  return (
    <TicketCover
      cloth={hasPreview(voucher) ? undefined : clothOf(region.key, ulid)}
      className={cx(className, Boolean(children) && css['guessing'])}
      media={coverMedia(voucher)}
      mascotAlt="Default cover: a weaver bird holding a ticket"
    >
      {/* The same as the chip below, for a finger anywhere on the picture. A video takes taps itself. */}
      {onGuess && !isVideo && (
        <button
          type="button"
          className={css['tap']}
          tabIndex={-1}
          aria-hidden="true"
          onClick={onGuess}
        />
      )}
      <TicketCorner className="deferred" at="top-start">
        {badge}
        <Chip>
          <Avatar username={creator} src={avatar} size="xs" />
          <span className="truncate">@{creator}</span>
        </Chip>
      </TicketCorner>
      {network && network !== 'N/A' && (
        <TicketCorner className="deferred" at="top-end">
          <Chip paper>{network}</Chip>
        </TicketCorner>
      )}
      {onGuess && (
        <TicketCorner className="deferred" at="bottom-start">
          <ChipButton onClick={onGuess}>
            <Icon of={keyboardIcon} size="sm" /> Tap to guess
          </ChipButton>
        </TicketCorner>
      )}
      {isUsed && (
        <span className={css['used']}>
          <UsedMark />
        </span>
      )}
      {children}
    </TicketCover>
  );
}
