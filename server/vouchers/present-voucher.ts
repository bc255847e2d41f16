import { currencySymbol, minorToMajor } from '../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { HIDDEN } from '../../contract/vouchers/voucher-code.ts';
import type { Cover, Voucher as VoucherAnswer, VoucherStatus } from '../../contract/vouchers.ts';
import type { StoredCover } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import type { CoverStore } from '../media/cover-store.ts';
import { creatorMask, decryptCode } from './voucher-secrets.ts';
import type { VoucherRow, Voucher } from './voucher-row.ts';
import type { OwnGuess } from '../../contract/rewards/rewards.ts';

type PresentDeps = Pick<Deps, 'config' | 'covers' | 'secrets'>;

/** For browsers without `srcset`. */
const PLAIN_WIDTH = 800;

/** Shows the code of a completed giveaway; the creator sees unmasked digits of a payment voucher. */
export function presentVoucher(
  deps: PresentDeps,
  { voucher, creator, winner }: VoucherRow,
  callerId?: number,
): VoucherAnswer {
  const region = REGIONS[normaliseRegion(voucher.region)];
  return {
    id: voucher.id,
    ulid: voucher.ulid,
    type: voucher.type,
    purpose: voucher.purpose,
    amount: minorToMajor(voucher.amount),
    currency: voucher.currency,
    region: {
      key: region.key,
      currency: region.currency,
      currency_symbol: currencySymbol(region.currency),
    },
    network: voucher.network,
    reveal_method: voucher.revealMethod,
    views: voucher.views,
    views_count: voucher.views,
    first_reveal_views: voucher.firstRevealViews,
    second_reveal_views: voucher.secondRevealViews,
    remaining_time: voucher.remainingTime?.getTime() ?? null,
    final_reveal_time: isoOf(voucher.finalRevealTime),
    masked_digits: voucher.maskedDigits,
    code: isPublished(voucher)
      ? decryptCode(deps.secrets, voucher.ulid, voucher.codeEncrypted)
      : null,
    code_length: voucher.maskedCode.length,
    masked_code:
      voucher.creatorId === callerId ? creatorMask(deps.secrets, voucher) : publicMask(voucher),
    ...presentCover(deps.covers, voucher.cover),
    ad_url: voucher.adUrl,
    ad_copy: voucher.adCopy,
    creator: creator.username,
    creator_avatar: creator.avatar,
    is_used: voucher.status === 'completed' || voucher.status === 'used',
    winner,
    winning_guess_number: voucher.winningGuessNumber,
    status: voucher.status,
    is_private: voucher.isPrivate,
    entry_rule: voucher.entryRule,
    created_at: voucher.createdAt.toISOString(),
    starts_at: isoOf(voucher.startsAt),
    completed_at: isoOf(voucher.completedAt),
    share_url: `${deps.config.publicOrigin}/v/${voucher.ulid}`,
    link_click_count: voucher.linkClicks,
    entries_count: voucher.guessCount,
    enable_2fa: voucher.enable2fa,
    restrict_recipient: isRestricted(voucher),
    expires_at: isoOf(voucher.expiresAt),
    commitment: voucher.commitment,
  };
}

/** Three masked digits of thirteen could be guessed in a thousand tries, so all are hidden. */
export const publicMask = (voucher: Pick<Voucher, 'purpose' | 'maskedCode'>): string =>
  voucher.purpose === 'payment' ? HIDDEN.repeat(voucher.maskedCode.length) : voucher.maskedCode;

export const isRestricted = ({
  recipientEmail,
  recipientId,
}: Pick<Voucher, 'recipientEmail' | 'recipientId'>): boolean =>
  recipientEmail !== null || recipientId !== null;

export const isPublished = ({ purpose, status }: Voucher): boolean =>
  purpose === 'giveaway' && status === 'completed';

function presentCover(
  covers: CoverStore,
  stored: StoredCover | null,
): Pick<VoucherAnswer, 'ad_cover' | 'cover' | 'media_type'> {
  if (!stored) return { ad_cover: null, cover: null, media_type: null };
  return {
    ad_cover: covers.urlOf(stored.path),
    cover: pictureOf(covers, stored),
    media_type: stored.media,
  };
}

function pictureOf(covers: CoverStore, stored: StoredCover): Cover {
  const plain =
    stored.variants.findLast((variant) => variant.width <= PLAIN_WIDTH) ?? stored.variants[0];
  return {
    // The app shows its own picture for a video without a poster.
    src: plain ? covers.urlOf(plain.path) : '',
    srcset: stored.variants.map(({ path, width }) => `${covers.urlOf(path)} ${width}w`).join(', '),
    width: plain?.width ?? 0,
    height: plain?.height ?? 0,
    video_bytes: stored.media === 'video' ? stored.bytes : 0,
  };
}

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

export interface BriefRow {
  readonly ulid: string;
  readonly amount: string;
  readonly currency: OwnGuess['voucher']['currency'];
  readonly status: VoucherStatus;
}

export const presentBrief = (row: BriefRow): OwnGuess['voucher'] => ({
  ulid: row.ulid,
  amount: minorToMajor(BigInt(row.amount)),
  currency: row.currency,
  status: row.status,
});
