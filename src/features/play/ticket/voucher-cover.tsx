import { useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import keyboardIcon from 'lucide/dist/esm/icons/keyboard.mjs';

import { KEYPAD_PLACE, OPENS_GUESS } from '../../../../contract/document/early-guess.ts';
import {
  coverMediaClass,
  UsedMark,
  TicketCorner,
  TicketCover,
} from '../../../ui/ticket/ticket.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { ChipButton, Chip } from '../../../ui/display/badge.tsx';
import { patternOf } from '../../../shared/vouchers/pattern-of.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import {
  allowedCovers,
  allowedPicture,
  useBrokenPicture,
} from '../../../shared/vouchers/cover-picture.ts';
import { isGuessOpen, type GuessProps } from '../guess/guess.machine.ts';
import { GuessOverlay, WaitBanner } from '../lazy.ts';
import type { WaitBannerProps } from '../guess/wait-banner.tsx';
import { VideoStill, type VideoFile } from '../video/video-still.tsx';
import css from './voucher-cover.module.css';

const hasPreview = ({ preview, cover }: ShownVoucher): boolean =>
  preview !== undefined && Boolean(cover);

/**
 * What lies behind the cover's picture until that has loaded; nothing without a preview. It stays: the picture
 * covers all of it. An element of its own, because browsers count the background of an <img> as no paint.
 */
function CoverPreview({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  if (!hasPreview(voucher)) return null;
  // The preview as it stands in the seed, too, so that the document carries it compressed once.
  const background = `url(data:image/webp;base64,${voucher.preview})50%/cover`;
  return <span className={coverMediaClass} style={{ background }} aria-hidden="true" />;
}

interface CoverImageProps extends ComponentProps<'img'> {
  readonly cover: NonNullable<ShownVoucher['cover']>;
}

export const CoverImage = ({ cover, ...rest }: CoverImageProps): ReactElement => (
  <img
    className={coverMediaClass}
    src={cover.src}
    srcSet={allowedCovers(cover.srcset)}
    width={cover.width}
    height={cover.height}
    alt=""
    decoding="async"
    {...rest}
  />
);

/**
 * On wide screens the left half of the ticket, whose height a landscape picture has to fill; on phones, which have more
 * pixels than an eye tells apart, four fifths of its width: a cover weighs two thirds then.
 */
const SIZES = '(min-width: 46rem) 50rem, calc(80vw - 1.6rem)';

export interface VoucherCoverProps extends GuessProps {
  readonly onGuess?: (() => void) | undefined;
  readonly badge?: ReactNode;
  readonly className?: string | undefined;
  readonly wait?: Pick<WaitBannerProps, 'offer' | 'onShare'>;
}

const VideoPlayer = lazyComponent(
  async () => (await import('../video/video-player.tsx')).VideoPlayer,
);

/** A video cover. It waits as a still with its size until it may play, or the visitor plays it. */
function VoucherVideo(props: VideoFile): ReactElement {
  const { poster, bytes } = props;
  const [isAsked, setIsAsked] = useState(false);
  const still = <VideoStill poster={poster} bytes={bytes} onPlay={() => setIsAsked(true)} />;
  return <VideoPlayer {...props} isAsked={isAsked} before={still} />;
}

/**
 * The creator's picture or video; while it loads, its preview or the cloth of the region. One that cannot be
 * loaded leaves its preview, or the cover of those who have none.
 */
function useCoverMedia(voucher: ShownVoucher): ReactNode {
  const { cover, ad_cover: source, media_type: type } = voucher;
  const [isBroken, watch] = useBrokenPicture(cover?.src);
  if (type === 'video' && source) {
    return (
      <>
        <CoverPreview voucher={voucher} />
        <VoucherVideo
          source={source}
          poster={cover ? allowedPicture(cover) : ''}
          bytes={cover?.video_bytes ?? 0}
        />
      </>
    );
  }
  if (!cover?.src) return undefined;
  if (isBroken) return hasPreview(voucher) ? <CoverPreview voucher={voucher} /> : undefined;
  return (
    <>
      <CoverPreview voucher={voucher} />
      <CoverImage
        cover={cover}
        sizes={SIZES}
        // Asking for it would hold up the frame that shows its preview.
        loading={hasPreview(voucher) ? 'lazy' : 'eager'}
        fetchPriority="high"
        {...watch}
      />
    </>
  );
}

/** What lies over the cover, and may be higher: the guess while it is open, or the wait after one. */
function coverLayer(props: VoucherCoverProps): ReactElement | undefined {
  const { voucher, guessing, reason, wait } = props;
  const { state, openToSkip } = guessing;
  if (isGuessOpen(state)) return <GuessOverlay {...{ voucher, guessing, reason }} />;
  if (state.phase !== 'limited') return undefined;
  const { untilMs } = state;
  return <WaitBanner {...{ voucher, untilMs, reason }} onSkip={openToSkip} {...wait} />;
}

const NOTHING = '';

export function VoucherCover(props: VoucherCoverProps): ReactElement {
  const { voucher, onGuess, badge, className } = props;
  const media = useCoverMedia(voucher);
  const over = coverLayer(props);
  const { creator, creator_avatar: avatar, network, region, ulid, is_used: isUsed } = voucher;
  const isVideo = voucher.media_type === 'video';
  return (
    <TicketCover
      pattern={hasPreview(voucher) ? undefined : patternOf(region.key, ulid)}
      className={cx(className, over && css['covered'])}
      media={media}
      mascotAlt="Default cover: a weaver bird holding a ticket"
    >
      {/* The same as the chip below, for a finger anywhere on the picture. A video takes taps itself. */}
      {onGuess && !isVideo && (
        <button
          {...OPENS_GUESS}
          type="button"
          className="covers"
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
          <ChipButton {...OPENS_GUESS} onClick={onGuess}>
            <Icon of={keyboardIcon} size="sm" /> Tap to guess
          </ChipButton>
        </TicketCorner>
      )}
      {isUsed && (
        <span className={cx('middle covers', css['used'])}>
          <UsedMark />
        </span>
      )}
      {/* React takes no notice of the keypad that the document puts here. */}
      <div {...{ [KEYPAD_PLACE]: '' }} suppressHydrationWarning>
        {NOTHING}
      </div>
      {over}
    </TicketCover>
  );
}
