import { type ReactElement, useState, type ReactNode } from 'react';
import calendarIcon from 'lucide/dist/esm/icons/calendar.mjs';
import dicesIcon from 'lucide/dist/esm/icons/dices.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';

import type { Voucher } from '../../../contract/vouchers.ts';
import { ListPattern, ListTicket } from '../../ui/ticket/list-ticket.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatDayTime, shortCountdown } from '../../ui/text/format-time.ts';
import { formatCount, nameMoney } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Money } from '../../ui/text/money.tsx';
import { PunchStrip, TimeRuler } from '../../ui/ticket/reveal-strips.tsx';
import { useBrokenPicture, listCoverSizes, type Cover } from './cover-picture.ts';
import {
  isOver,
  shareOfTime,
  ticketVariantOf,
  useIsAwaited,
  viewsTarget,
} from './voucher-reveal.ts';
import { patternOf } from './pattern-of.ts';
import css from './voucher-list-ticket.module.css';

export function ListCover({ cover }: { readonly cover: Cover }): ReactElement {
  const [isBroken, watch] = useBrokenPicture(cover.src);
  if (isBroken) return <ListPattern />;
  return (
    <img
      className="covers"
      src={cover.src}
      {...listCoverSizes(cover)}
      alt=""
      loading="lazy"
      decoding="async"
      {...watch}
    />
  );
}

export const HOLES = 12;
const NO_NETWORK = 'N/A';
const SLOW_TICK_MS = 30_000;
const FAST_TICK_MS = 1_000;
const FAST_BELOW_MS = 90_000;

const Network = ({ network }: { readonly network: string }): ReactElement | null =>
  network && network !== NO_NETWORK ? <span className="truncate">{network}</span> : null;

function ViewsFoot({ voucher }: { readonly voucher: Voucher }): ReactElement {
  const target = viewsTarget(voucher) ?? voucher.views;
  return (
    <>
      <PunchStrip views={voucher.views} target={target} holes={HOLES} />
      <span className={css['facts']}>
        <span>{`${formatCount(voucher.views)} / ${formatCount(target)} views`}</span>
        <Network network={voucher.network} />
      </span>
    </>
  );
}

/** It ticks each second once little time is left. */
function useSlowNow(untilMs: number): number {
  const [isClose, setIsClose] = useState(false);
  const now = useNow(isClose ? FAST_TICK_MS : SLOW_TICK_MS).getTime();
  const remainingMs = untilMs - now;
  const isNowClose = remainingMs > 0 && remainingMs < FAST_BELOW_MS;
  if (isNowClose !== isClose) setIsClose(isNowClose);
  return now;
}

export function TimeFoot({ voucher }: { readonly voucher: Voucher }): ReactElement {
  const opensAtMs = voucher.remaining_time ?? 0;
  const now = useSlowNow(opensAtMs);
  const fromMs = Date.parse(voucher.starts_at ?? voucher.created_at);
  return (
    <>
      <TimeRuler passed={shareOfTime(fromMs, opensAtMs, now)} />
      <span className={css['facts']}>
        <span>
          {opensAtMs > now ? `Next digit in ${shortCountdown(opensAtMs - now)}` : 'Revealed'}
        </span>
        <Network network={voucher.network} />
      </span>
    </>
  );
}

function StartFoot({ voucher }: { readonly voucher: Voucher }): ReactElement {
  const startMs = Date.parse(voucher.starts_at ?? '');
  return <span>{`Starts in ${shortCountdown(startMs - useSlowNow(startMs))}`}</span>;
}

interface ListFootProps {
  readonly voucher: Voucher;
  readonly children: ReactElement;
}

/** Who won it or when it starts; what is said of an open one in between. */
export function ListFoot({ voucher, children }: ListFootProps): ReactElement {
  const isStillAwaited = useIsAwaited(voucher);
  if (isOver(voucher)) return <span>{usedLabel(voucher)}</span>;
  return isStillAwaited ? <StartFoot voucher={voucher} /> : children;
}

function LotteryFoot({ voucher }: { readonly voucher: Voucher }): ReactElement {
  const drawAt = new Date(voucher.final_reveal_time ?? 0);
  const entries = voucher.entries_count;
  return (
    <span className={css['facts']}>
      <span className={css['draw']}>
        <Icon of={calendarIcon} size="sm" />
        {`Draw ${formatDayTime(drawAt)}`}
      </span>
      <span>{plural(entries, 'entry', 'entries')}</span>
    </span>
  );
}

export const METHODS = {
  views: { name: 'Views', icon: eyeIcon, Foot: ViewsFoot },
  time: { name: 'Time', icon: timerIcon, Foot: TimeFoot },
  lottery: { name: 'Lottery', icon: dicesIcon, Foot: LotteryFoot },
} as const;

const usedLabel = ({ winner }: Pick<Voucher, 'winner'>): string =>
  winner ? `Voucher used, won by @${winner.username}` : 'Voucher used';

export interface VoucherListTicketProps {
  readonly voucher: Voucher;
  /** A WorthNote, for those who are signed in: visitors' pages go without its code. */
  readonly worth?: ReactNode;
}

export function VoucherListTicket({ voucher, worth }: VoucherListTicketProps): ReactElement {
  const { cover, creator, amount, currency } = voucher;
  const { name, icon, Foot } = METHODS[voucher.reveal_method];
  return (
    <ListTicket
      href={`/v/${voucher.ulid}`}
      label={`${nameMoney(amount, currency)} voucher by @${creator}`}
      variant={ticketVariantOf(voucher)}
      pattern={patternOf(voucher.region.key, voucher.ulid)}
      media={cover && <ListCover cover={cover} />}
      creator={`@${creator}`}
      badge={
        <Badge tone="ticket" icon={icon}>
          {name}
        </Badge>
      }
      amount={<Money amount={amount} currency={currency} />}
      worth={worth}
      maskedCode={voucher.masked_code}
      foot={
        <ListFoot voucher={voucher}>
          <Foot voucher={voucher} />
        </ListFoot>
      }
    />
  );
}
