import type { ReactElement } from 'react';

import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Followed } from '../../../local/queries/voucher-lists.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { HOLES, ListFoot, METHODS, TimeFoot } from '../../shared/vouchers/voucher-list-ticket.tsx';
import {
  isAwaited,
  isOver,
  leftToGuess,
  opensSoon,
  ticketVariantOf,
  viewsTarget,
} from '../../shared/vouchers/voucher-reveal.ts';
import { AppLink, TextLink } from '../../ui/action/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Coin } from '../../ui/display/coin.tsx';
import { SectionHead } from '../../ui/layout/layout.tsx';
import { formatCount, nameMoney } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { shortCountdown } from '../../ui/text/format-time.ts';
import { Money } from '../../ui/text/money.tsx';
import { ListTicket, TicketStrip } from '../../ui/ticket/list-ticket.tsx';
import { PunchStrip } from '../../ui/ticket/reveal-strips.tsx';
import css from './home-page.module.css';
import { nearlyOpen } from './read-saved.ts';

const TICK_MS = MINUTE_MS / 2;

const drawMs = ({ final_reveal_time: at }: VoucherRow): number => Date.parse(at ?? '');

/** What is over comes last, and before it what has not started; a draw counts like a digit that opens. */
function nearness(voucher: VoucherRow, nowMs: number): number {
  if (isOver(voucher)) return -Infinity;
  if (voucher.reveal_method === 'lottery' && !isAwaited(voucher, nowMs))
    return 1 - (drawMs(voucher) - nowMs) / DAY_MS;
  return nearlyOpen(voucher, nowMs);
}

function NextView({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const { views } = voucher;
  const target = viewsTarget(voucher) ?? views;
  return (
    <>
      <PunchStrip views={views} target={target} holes={HOLES} />
      <span>
        {views < target
          ? `Next digit at ${formatCount(target)} views, ${formatCount(target - views)} to go`
          : leftToGuess(voucher)}
      </span>
    </>
  );
}

function Foot({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const nowMs = useNow(TICK_MS).getTime();
  if (voucher.reveal_method === 'views') return <NextView voucher={voucher} />;
  if (voucher.reveal_method === 'time') return <TimeFoot voucher={voucher} />;
  const leftMs = drawMs(voucher) - nowMs;
  return <span>{leftMs > 0 ? `Draw in ${shortCountdown(leftMs)}` : 'The draw is under way'}</span>;
}

function GuessTicket({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const { ulid, amount, currency, creator, masked_code: maskedCode } = voucher;
  const { name, icon } = METHODS[voucher.reveal_method];
  const prize = nameMoney(amount, currency);
  return (
    <ListTicket
      href={`/v/${ulid}`}
      label={`Your guess: ${prize} by @${creator}`}
      variant={ticketVariantOf(voucher)}
      amount={<Money amount={amount} currency={currency} />}
      badge={
        opensSoon(voucher, serverNow()) ? (
          <AppLink
            href={`/lv/${ulid}`}
            className={css['live'] ?? ''}
            aria-label={`Watch live: ${prize} voucher`}
          >
            Watch live
          </AppLink>
        ) : (
          <Badge tone="ticket" icon={icon}>
            {name}
          </Badge>
        )
      }
      maskedCode={maskedCode}
      foot={
        <ListFoot voucher={voucher}>
          <Foot voucher={voucher} />
        </ListFoot>
      }
    />
  );
}

const OnTheWay = ({ coins }: { readonly coins: number }): ReactElement => (
  <TextLink href="/refer" className={css['coins'] ?? ''}>
    <Coin /> {`${plural(coins, 'coin', 'coins')} on the way from sharing`}
  </TextLink>
);

/** Live giveaways that the user guessed on or follows, and the coins that are not confirmed yet. */
export function YourGuesses({ followed }: { readonly followed: Followed }): ReactElement | null {
  const { rows, coinsPending } = followed;
  const coins = coinsPending > 0 && <OnTheWay coins={coinsPending} />;
  if (rows.length === 0) return coins || null;
  const nowMs = serverNow();
  const sorted = [...rows].sort((a, b) => nearness(b, nowMs) - nearness(a, nowMs));
  return (
    <section className="stack g2" aria-labelledby="your-guesses">
      <SectionHead>
        <h2 id="your-guesses">Your guesses</h2>
        <TextLink href="/guesses">See all</TextLink>
      </SectionHead>
      <TicketStrip>
        {sorted.map((voucher) => (
          <li key={voucher.ulid}>
            <GuessTicket voucher={voucher} />
          </li>
        ))}
      </TicketStrip>
      {coins}
    </section>
  );
}
