import { Suspense, type ReactElement } from 'react';

import { howToWin } from '../how-to-win.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { useSeed } from '../../../platform/document/seed.ts';
import { loginPathFor, signupPathFor } from '../../../platform/routing/next-path.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { Card, Columns, Page } from '../../../ui/layout/layout.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { PrizesBelow } from '../../../shared/rewards/prizes-below.tsx';
import { readFeatured } from '../../../../local/queries/voucher-lists.ts';
import { FeaturedTicket } from './featured-ticket.tsx';
import css from './featured-giveaway.module.css';

const Awaited = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading the voucher
    </p>
    <div className={css['awaited']} />
  </div>
);

function LogInCard({ path }: { readonly path: string }): ReactElement | null {
  if (useSession() === 'signed-in') return null;
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
  const read = useLive(readFeatured, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshFeatured(), []);
  const page = read.phase === 'ready' ? read.data : undefined;
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
  return (
    <Columns kind="side-main">
      <div className="stack g3">
        <p className={css['how']}>{howToWin(voucher)}</p>
        <FeaturedTicket key={voucher.ulid} voucher={voucher} />
      </div>
      <LogInCard path={`/v/${voucher.ulid}`} />
    </Columns>
  );
}

/** The giveaway that most people look at, for those who have no account yet. */
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
