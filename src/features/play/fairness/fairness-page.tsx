import { Suspense, type ReactElement } from 'react';
import { useParams } from 'wouter';

import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../../platform/live/use-refresh.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { EmptyState, UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { asksToLogIn, LoginWays } from '../../../shared/accounts/login-ways.tsx';
import { BackLink, TextLink } from '../../../ui/action/button.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { readProof, type KnownProof } from '../../../../local/queries/vouchers.ts';
import { cx } from '../../../ui/cx.ts';
import css from './fairness.module.css';
import { FairnessReport, type FairnessReportProps } from './fairness-report.tsx';
import { useVerdict } from './proved-code.tsx';

export default function FairnessPage(): ReactElement {
  const { id = '' } = useParams();
  return (
    <Page>
      <Narrow className={cx('stack g4', css['column'])}>
        <PageHead>
          <BackLink href={`/v/${id}`} label="Back to the voucher" />
          <h1>Is it fair?</h1>
        </PageHead>
        <Suspense fallback={<ReportSkeleton />}>
          <Report key={id} id={id} />
        </Suspense>
        <p className="sm muted">
          Were you sent a link or a poster?{' '}
          <TextLink href="/check">Is this giveaway real?</TextLink>
        </p>
      </Narrow>
    </Page>
  );
}

const ReportSkeleton = (): ReactElement => (
  <Loading className="stack g4" what="Loading the proof">
    <div className={css['report']}>
      <div className="stack g4">
        <Skeleton height="6rem" />
        <Skeleton height="12rem" />
        <Skeleton height="2.75rem" />
      </div>
      <div className="stack g3">
        <Skeleton height="3.5rem" />
        <Skeleton height="3.5rem" />
        <Skeleton height="3.5rem" />
        <Skeleton height="3.5rem" />
      </div>
    </div>
  </Loading>
);

type FairnessView =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  /** Nothing on this device, and no way to ask. */
  | { readonly phase: 'not-saved' }
  /** The proof is here, but what checks it could not be fetched. */
  | { readonly phase: 'unchecked' }
  /** A payment voucher: it is not guessed, so nothing was promised. */
  | { readonly phase: 'no-game' }
  | ({ readonly phase: 'ready' } & Omit<FairnessReportProps, 'isOffline'>);

export function decideView(
  known: KnownProof | undefined,
  found: Result<Verdict | undefined> | undefined,
  refresh: RefreshState,
): FairnessView {
  if (known?.voucher.commitment === null) return { phase: 'no-game' };
  if (known?.proof) {
    const { voucher, proof } = known;
    if (found?.ok === false)
      return isOfNetwork(found.error)
        ? { phase: 'unchecked' }
        : { phase: 'failed', failure: found.error };
    return found?.value
      ? { phase: 'ready', voucher, proof, verdict: found.value }
      : { phase: 'loading' };
  }
  if (refresh.phase !== 'failed') return { phase: 'loading' };
  return isOfNetwork(refresh.error)
    ? { phase: 'not-saved' }
    : { phase: 'failed', failure: refresh.error };
}

function Report({ id }: { readonly id: string }): ReactElement {
  const read = useLive(readProof, [id]);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const refreshed = await worker.refreshVoucher(id, { force: true });
      return refreshed.ok ? worker.refreshProof(id, { force: true, withEntries: true }) : refreshed;
    },
    [id],
  );
  const isOffline = useConnectivity() === 'offline';
  const known = read.data;
  useShownAge(known?.voucher.fetchedAt);
  const found = useVerdict(known);
  const view = read.phase === 'ready' ? decideView(known, found, refresh) : undefined;
  switch (view?.phase) {
    case undefined:
    case 'loading':
      return <ReportSkeleton />;
    case 'failed':
      return (
        <ErrorState message={view.failure.message} onRetry={retry}>
          {asksToLogIn(view.failure.message) && <LoginWays />}
        </ErrorState>
      );
    case 'not-saved':
      return (
        <UnsavedState>
          Open this page once with a connection and the proof will be here next time.
        </UnsavedState>
      );
    case 'unchecked':
      return (
        <EmptyState title="Not checked yet" variant="sticker-offline">
          The proof is saved on this phone, but not what checks it. It is checked as soon as there
          is a connection.
        </EmptyState>
      );
    case 'no-game':
      return (
        <EmptyState title="Nothing to prove">
          Nobody guesses the digits of a payment voucher, so none were sealed.
        </EmptyState>
      );
    case 'ready':
      return <FairnessReport {...view} isOffline={isOffline} />;
    default:
      return view satisfies never;
  }
}
