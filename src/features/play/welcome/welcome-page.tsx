import { Suspense, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import arrowRightIcon from 'lucide/dist/esm/icons/arrow-right.mjs';

import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { readFeatured } from '../../../../local/queries/voucher-lists.ts';
import type { VoucherRow } from '../../../../local/rows.ts';
import { REGION_KEYS } from '../../../../contract/region-table.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { whenFirstScreenLoaded } from '../../../platform/network-idle.ts';
import { toast } from '../../../platform/toast-store.ts';
import { useGradualRows } from '../../../platform/live/use-gradual-rows.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { Loading } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SectionHead, Band, Page } from '../../../ui/layout/layout.tsx';
import { ListTicketSkeleton, TicketList } from '../../../ui/ticket/list-ticket.tsx';
import { Button, ButtonLink, TextLink } from '../../../ui/action/button.tsx';
import { VoucherListTicket } from '../../../shared/vouchers/voucher-list-ticket.tsx';
import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import { Stamp, type TicketVariant } from '../../../ui/ticket/ticket.tsx';
import { Flag } from '../../../ui/display/flag.tsx';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './welcome.module.css';
import { PRACTICE_MASK, PracticeTicket } from './practice-ticket.tsx';

/** Two full rows where three fit beside each other, and as many skeletons before they are here. */
const SHOWN = 6;
const PLACES = Array.from({ length: SHOWN }, (_, index) => `place-${index + 1}`);

function FeaturedSection(): ReactElement {
  return (
    <section className="deferred stack g4" aria-labelledby="featured">
      <SectionHead>
        <h2 id="featured" className="xxl">
          Featured giveaways
        </h2>
        {/* Home is for those who are signed in; the log-in page sends those on at once. */}
        <TextLink href="/login?next=%2F">
          See all <Icon of={arrowRightIcon} size="sm" />
        </TextLink>
      </SectionHead>
      <Suspense fallback={<Awaited />}>
        <FeaturedList />
      </Suspense>
      <TextLink href="/featured-giveaway">See the featured giveaway</TextLink>
    </section>
  );
}

const Awaited = (): ReactElement => (
  <Loading what="Loading vouchers">
    <TicketList>
      <Places names={PLACES} />
    </TicketList>
  </Loading>
);

const Places = ({ names }: { readonly names: readonly string[] }): ReactElement[] =>
  names.map((name) => (
    <li key={name}>
      <ListTicketSkeleton />
    </li>
  ));

function FeaturedList(): ReactElement {
  const { data: page } = useLive(readFeatured, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshFeatured(), []);
  if (!page) {
    return refresh.phase === 'failed' ? (
      <ErrorState message={refresh.error.message} onRetry={retry} />
    ) : (
      <Awaited />
    );
  }
  if (page.rows.length === 0) {
    return (
      <EmptyState title="No giveaways right now">
        New ones show up here as they are posted.
      </EmptyState>
    );
  }
  return <Tickets vouchers={page.rows.slice(0, SHOWN)} />;
}

function Tickets({ vouchers }: { readonly vouchers: readonly VoucherRow[] }): ReactElement {
  const drawn = useGradualRows(vouchers, 'featured');
  return (
    <TicketList>
      {drawn.map((voucher) => (
        <li key={voucher.ulid}>
          <VoucherListTicket voucher={voucher} />
        </li>
      ))}
      <Places names={PLACES.slice(drawn.length, vouchers.length)} />
    </TicketList>
  );
}

interface WayProps {
  readonly variant: TicketVariant;
  readonly title: string;
  readonly picture: ReactNode;
  readonly children: string;
}

const Way = ({ variant, title, picture, children }: WayProps): ReactElement => (
  <article className={cx('edged stack g3', css['way'])} data-stock={variant}>
    <h3 className="xxl">{title}</h3>
    <div aria-hidden="true">{picture}</div>
    <p>{children}</p>
  </article>
);

function RevealWays(): ReactElement {
  return (
    <section className="deferred stack g4">
      <h2 className="xxl">Three ways a digit is revealed</h2>
      <div className={css['ways']}>
        <Way
          variant="views"
          title="Views"
          picture={<PunchStrip views={13} target={20} holes={14} />}
        >
          Every view punches the ticket. At the target, one more digit shows.
        </Way>
        <Way variant="time" title="Time" picture={<TimeRuler passed={0.6} />}>
          A clock runs down. When it ends, one more digit shows.
        </Way>
        <Way
          variant="lottery"
          title="Lottery"
          picture={
            <div className={css['stamp']}>
              <Stamp date="28 NOV" time="20:00" />
            </div>
          }
        >
          Guess before the draw. All correct guesses share the prize.
        </Way>
      </div>
    </section>
  );
}

const PracticeGame = lazyComponent(async () => (await import('./practice-game.tsx')).PracticeGame);

function DemoTicket(): ReactElement {
  const [isPlayed, setIsPlayed] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  useEffect(() => {
    // So that a tap finds the game's code here.
    void whenFirstScreenLoaded()
      .then(() => PracticeGame.preload())
      .catch(() => undefined);
  }, []);
  const play = async (): Promise<void> => {
    setIsLoading(true);
    try {
      await PracticeGame.preload();
      setIsPlayed(true);
    } catch {
      toast(DEVICE_ERRORS.network.message, { kind: 'error' });
    }
    setIsLoading(false);
  };
  if (isPlayed) return <PracticeGame />;
  return (
    <PracticeTicket
      code={{ maskedCode: PRACTICE_MASK }}
      action={
        <Button
          variant="claim"
          block
          loading={isLoading}
          loadingLabel="Loading the practice ticket"
          onClick={() => void play()}
        >
          Try it
        </Button>
      }
    />
  );
}

function Hero(): ReactElement {
  return (
    <section className={css['hero']}>
      <div className="stack g5">
        <h1 className={css['headline']}>Guess the digits. Win the voucher.</h1>
        <p className="lg muted">
          Free to play in Nigeria, Ghana and Kenya. A correct guess is paid to your wallet.
        </p>
        <div className="deferred cluster g3">
          <ButtonLink href="/signup" variant="primary" size="lg">
            Sign Up
          </ButtonLink>
          <ButtonLink href="/login" variant="line" size="lg">
            Log In
          </ButtonLink>
        </div>
        <p className="deferred cluster g2 sm muted">
          {REGION_KEYS.map((region) => (
            <Flag key={region} region={region} />
          ))}
          <span>₦, GH₵ and KSh</span>
        </p>
      </div>
      <DemoTicket />
    </section>
  );
}

function ShareBand(): ReactElement {
  return (
    <Band className={cx('deferred', css['share'])}>
      <Mascot variant="sticker-win" className={css['bird']} />
      <div className="stack g2">
        <h2 className="xxl">Share and earn 50 coins</h2>
        <p className="muted">
          Coins skip the wait between guesses and add entries to a lottery. The top 10 sharers share
          50% of the pool.
        </p>
      </div>
      <ButtonLink href="/signup" variant="mango" size="lg">
        Sign Up
      </ButtonLink>
    </Band>
  );
}

export default function WelcomePage(): ReactElement {
  return (
    <Page className={css['welcome']}>
      <Hero />
      <FeaturedSection />
      <RevealWays />
      <ShareBand />
      <p className="deferred center">
        Were you sent a link or a poster? <TextLink href="/check">Is this giveaway real?</TextLink>
      </p>
    </Page>
  );
}
