import { useEffect, useState, type ReactElement } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import { readProof, type KnownProof } from '../../../../local/queries/vouchers.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { isAwaited, isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/action/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { formatDateTime, formatLongDate } from '../../../ui/text/format-time.ts';
import { ExactMoney } from '../../../ui/text/money.tsx';

/** The worker's finding about the proof; undefined until there is one. */
function useVerdict(ulid: string | undefined): Verdict | undefined {
  const [found, setFound] = useState<{ readonly ulid: string; readonly verdict: Verdict }>();
  useEffect(() => {
    if (ulid === undefined) return;
    void callWorker((worker) => worker.judgeProof(ulid)).then((result) => {
      if (result.ok && result.value) setFound({ ulid, verdict: result.value });
    });
  }, [ulid]);
  return found?.ulid === ulid ? found?.verdict : undefined;
}

function stateOf(voucher: KnownProof['voucher']): string {
  const { status, winner, starts_at: startsAt, expires_at: expiresAt } = voucher;
  if (status === 'active' && isAwaited(voucher, serverNow()))
    return `Opens to guesses on ${formatDateTime(new Date(startsAt ?? ''))}`;
  if (status === 'active')
    return expiresAt ? `Open until ${formatLongDate(new Date(expiresAt))}` : 'Open';
  if (status === 'pending') return 'Not paid for yet, so it is not open';
  return winner ? `Ended, won by @${winner.username}` : 'Ended';
}

/** The first characters name it; the whole seal is on its own page. */
const SEAL_CHARS = 16;

function Real({ known, hasFailed }: { readonly known: KnownProof; readonly hasFailed: boolean }) {
  const { voucher } = known;
  const { ulid, amount, currency, creator, created_at: createdAt, commitment } = voucher;
  const verb = isOver(voucher) ? 'was' : 'is';
  return (
    <>
      {hasFailed ? (
        <Alert tone="bad">
          <strong>Its proof does not hold.</strong> Do not guess on it or share it.
        </Alert>
      ) : (
        <Alert tone={voucher.status === 'active' ? 'ok' : 'warn'}>
          <strong>{`This voucher ${verb} real${isOver(voucher) ? ' and has ended' : ''}.`}</strong>{' '}
          Compare it with what you were told. If the prize or the creator is different, it is a
          scam.
        </Alert>
      )}
      <Card className="stack g3" aria-label="What Goodies knows of it">
        <Facts
          rows={[
            ['Prize', <ExactMoney key="prize" amount={amount} currency={currency} />],
            ['Creator', `@${creator}`],
            ['State', stateOf(voucher)],
            ['Posted', formatLongDate(new Date(createdAt))],
            ...(commitment
              ? ([['Seal', <code key="seal">{commitment.slice(0, SEAL_CHARS)}…</code>]] as const)
              : []),
          ]}
        />
        <ButtonLink href={`/v/${ulid}`} variant="primary" block>
          Open the voucher
        </ButtonLink>
        {commitment && <TextLink href={`/v/${ulid}/fairness`}>See how its code is sealed</TextLink>}
      </Card>
    </>
  );
}

interface UnknownProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

function Unknown({ failure, onRetry }: UnknownProps): ReactElement {
  if (failure.status === 404)
    return (
      <Alert tone="bad">
        <strong>There is no such voucher on Goodies.</strong> The address is ours, but it leads to
        no voucher. Whoever sent it to you may be lying.
      </Alert>
    );
  if (isOfNetwork(failure))
    return (
      <Alert tone="warn">
        <div className="stack g2">
          <p>The address is ours. Go online to check that this voucher exists.</p>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </Alert>
    );
  return <Alert tone="warn">{failure.message}</Alert>;
}

/** Mount it anew for each voucher. */
export function CheckedVoucher({ name }: { readonly name: string }): ReactElement {
  const { data: known } = useLive(readProof, [name]);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const refreshed = await worker.refreshVoucher(name, { force: true });
      return refreshed.ok ? worker.refreshProof(name, {}) : refreshed;
    },
    [name],
  );
  const verdict = useVerdict(refresh.phase === 'done' ? known?.proof?.ulid : undefined);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  if (failure && (!known || failure.status === 404))
    return <Unknown failure={failure} onRetry={retry} />;
  // What this phone saved may have ended since.
  if (refresh.phase === 'running' || !known) return <Skeleton height="14rem" />;
  return <Real known={known} hasFailed={verdict?.hasFailed ?? false} />;
}
