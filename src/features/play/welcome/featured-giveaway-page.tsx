import { type ReactElement, Suspense } from 'react';
import keyboardIcon from 'lucide/dist/esm/icons/keyboard.mjs';

import type { Voucher } from '../../../../contract/vouchers.ts';
import type { UnsentField } from '../../../../contract/document/seed.ts';
import { readFeatured } from '../../../../local/queries/voucher-lists.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatDayTime, shortCountdown } from '../../../ui/text/format-time.ts';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { useIsClient, useSeed } from '../../../platform/document.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import {
  leftToGuess,
  ticketVariantOf,
  viewsTarget,
  isOver,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { Chip, ChipButton } from '../../../ui/display/badge.tsx';
import { useBrokenPicture } from '../../../shared/vouchers/cover-picture.ts';
import { patternOf } from '../../../shared/vouchers/pattern-of.ts';
import { Code } from '../../../ui/code/code.tsx';
import {
  Ticket,
  TicketBody,
  TicketMeta,
  TicketSerial,
  TicketFooter,
  TicketCorner,
  TicketCover,
} from '../../../ui/ticket/ticket.tsx';
import { loginPathFor, signupPathFor } from '../../../platform/routing/next-path.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { Card, Columns, Page } from '../../../ui/layout/layout.tsx';
import { breathing, Loading } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { PrizesBelow } from '../../../shared/rewards/prizes-below.tsx';
import { CoverImage } from '../ticket/voucher-cover.tsx';
import { Prize, RevealDivider } from '../ticket/voucher-facts.tsx';
import { howToWin } from '../voucher-texts.ts';
import { cx } from '../../../ui/cx.ts';
import css from './featured-giveaway-page.module.css';

const TICK_MS = 1_000;
/** Of a phone's pixels four fifths, as on a voucher's own page. */
const COVER_SIZES = '(min-width: 62rem) 24rem, 74vw';

type FeaturedVoucher = Omit<Voucher, UnsentField>;

interface Part {
  readonly voucher: FeaturedVoucher;
}

function Cover({ voucher }: Part): ReactElement {
  const { cover, creator, creator_avatar: avatar, ulid, region } = voucher;
  const [isBroken, watch] = useBrokenPicture(cover?.src);
  const media = cover?.src && !isBroken && (
    <CoverImage cover={cover} sizes={COVER_SIZES} {...watch} />
  );
  return (
    <TicketCover pattern={patternOf(region.key, ulid)} {...(media && { media })}>
      <TicketCorner at="top-start">
        <Chip>
          <Avatar username={creator} src={avatar} size="xs" />
          <span className="truncate">@{creator}</span>
        </Chip>
      </TicketCorner>
      <TicketCorner at="bottom-start">
        <ChipButton href={`/v/${ulid}`}>
          <Icon of={keyboardIcon} size="sm" /> Tap to guess
        </ChipButton>
      </TicketCorner>
    </TicketCover>
  );
}

/** @param nowMs undefined while the page comes from the server, which knows neither the device's clock nor its zone */
function factsOf(voucher: FeaturedVoucher, nowMs: number | undefined): readonly string[] {
  switch (voucher.reveal_method) {
    case 'views': {
      const target = viewsTarget(voucher) ?? voucher.views;
      return [
        `${formatCount(voucher.views)} / ${formatCount(target)} views`,
        voucher.views < target ? `Next digit at ${formatCount(target)}` : leftToGuess(voucher),
      ];
    }
    case 'time': {
      if (nowMs === undefined) return ['A digit opens by the clock'];
      const remainingMs = (voucher.remaining_time ?? 0) - nowMs;
      return [remainingMs > 0 ? `Next digit in ${shortCountdown(remainingMs)}` : 'Revealed'];
    }
    case 'lottery': {
      const drawAt = new Date(voucher.final_reveal_time ?? 0);
      const entries = voucher.entries_count;
      return [
        nowMs === undefined ? 'Lottery' : `Draw ${formatDayTime(drawAt)}`,
        plural(entries, 'entry', 'entries'),
      ];
    }
    default:
      return voucher.reveal_method satisfies never;
  }
}

function Facts({ voucher }: Part): ReactElement {
  const now = useNow(TICK_MS).getTime();
  const isClient = useIsClient();
  return (
    <TicketMeta>
      {factsOf(voucher, isClient ? now : undefined).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </TicketMeta>
  );
}

function FeaturedTicket({ voucher }: Part): ReactElement {
  const prize = formatMoney(voucher.amount, voucher.currency);
  return (
    <Ticket variant={ticketVariantOf(voucher)} wide label={`${prize} voucher`}>
      <Cover voucher={voucher} />
      <RevealDivider voucher={voucher} />
      <TicketBody>
        <Prize voucher={voucher} />
        <Code maskedCode={voucher.masked_code} />
        <Facts voucher={voucher} />
      </TicketBody>
      <TicketFooter>
        <ButtonLink href={`/v/${voucher.ulid}`} variant="claim" block>
          Claim {prize}
        </ButtonLink>
        <p className="xs">
          <TicketSerial ulid={voucher.ulid} />
        </p>
      </TicketFooter>
    </Ticket>
  );
}

const Awaited = (): ReactElement => (
  <Loading what="Loading the voucher">
    <div className={cx(breathing, css['awaited'])} />
  </Loading>
);

function LogInCard({ path }: { readonly path: string }): ReactElement {
  return (
    <Card className="stack g3">
      <h2>Log in to guess</h2>
      <p className="muted">Anyone can watch. You need an account to send a guess.</p>
      <ButtonLink href={signupPathFor(path)} variant="primary" size="lg" block>
        Sign Up
      </ButtonLink>
      <ButtonLink href={loginPathFor(path)} size="lg" block>
        Log In
      </ButtonLink>
    </Card>
  );
}

function Featured(): ReactElement {
  const isSignedIn = useSession() === 'signed-in';
  const { data: page } = useLive(readFeatured, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshFeatured(), []);
  const { voucher: seeded } = useSeed();
  // What came with the document stays until the list was asked for anew: an older one would name another first.
  const first = page?.rows.find((voucher) => !isOver(voucher));
  const voucher = refresh.phase === 'running' ? (seeded ?? first) : (first ?? seeded);
  if (!page && !voucher) {
    return refresh.phase === 'failed' ? (
      <ErrorState message={refresh.error.message} onRetry={retry} />
    ) : (
      <Awaited />
    );
  }
  if (!voucher) {
    return (
      <EmptyState
        title="No giveaways right now"
        action={<ButtonLink href="/signup">Sign Up</ButtonLink>}
      >
        New ones show up here as they are posted.
      </EmptyState>
    );
  }
  const ticket = (
    <div className="stack g3">
      <p className={css['how']}>{howToWin(voucher)}</p>
      <FeaturedTicket key={voucher.ulid} voucher={voucher} />
    </div>
  );
  if (isSignedIn) return ticket;
  return (
    <Columns kind="side-main">
      {ticket}
      <LogInCard path={`/v/${voucher.ulid}`} />
    </Columns>
  );
}

export default function FeaturedGiveawayPage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Featured giveaway</h1>
      <Suspense fallback={<Awaited />}>
        <Featured />
      </Suspense>
      <PrizesBelow />
    </Page>
  );
}
