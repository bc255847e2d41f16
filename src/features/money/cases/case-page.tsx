import { Suspense, type ReactElement } from 'react';
import { useParams } from 'wouter';

import type { KnownCase } from '../../../../local/queries/cases.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Alert, RetryAlert } from '../../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState, UnsavedState } from '../../../ui/feedback/states.tsx';
import { Card, Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { shortReference } from '../../../ui/text/format-text.ts';
import { AnswerForm } from './answer-form.tsx';
import { caseTitle, CATEGORY_WORDS, momentText, nextText, statusOf } from './case-words.ts';
import css from './cases.module.css';
import { useCase } from './use-cases.ts';

export default function CasePage(): ReactElement {
  const { number = '' } = useParams();
  return (
    <SubPage title={caseTitle(number)} back="/cases" backLabel="Back to your cases">
      <Narrow className="stack g4">
        <Suspense fallback={<CaseSkeleton />}>
          <LiveCase key={number} number={number} />
        </Suspense>
      </Narrow>
    </SubPage>
  );
}

const CaseSkeleton = (): ReactElement => (
  <Loading what="Loading the case">
    <Skeleton height="20rem" />
  </Loading>
);

function LiveCase({ number }: { readonly number: string }): ReactElement {
  const { known, isRead, refresh, retry } = useCase(number);
  const isOffline = useConnectivity() === 'offline';
  const error = refresh.phase === 'failed' ? refresh.error : undefined;
  if (known) {
    return (
      <>
        {error && !isOffline && <RetryAlert onRetry={retry}>{error.message}</RetryAlert>}
        <CaseCard known={known} />
        {!known.unsent && known.status !== 'decided' && <AnswerForm number={number} />}
      </>
    );
  }
  if (!isRead || (!error && !isOffline)) return <CaseSkeleton />;
  if (error?.code === 'case_not_found')
    return <EmptyState title={error.message}>It may belong to another account.</EmptyState>;
  if (error && error.code !== 'offline')
    return <ErrorState message={error.message} onRetry={retry} />;
  return <UnsavedState />;
}

function CaseCard({ known }: { readonly known: KnownCase }): ReactElement {
  const { category, reference, transaction_id: transaction, unsent } = known;
  const { tone, label } = statusOf(known);
  return (
    <>
      {unsent ? (
        <Unsent known={known} />
      ) : (
        <Alert tone={known.status === 'decided' ? 'ok' : 'info'}>{nextText(known)}</Alert>
      )}
      <Card className="stack g4" aria-label="Case">
        <Facts
          className={css['facts']}
          rows={[
            [
              'Status',
              <Badge key="status" tone={tone}>
                {label}
              </Badge>,
            ],
            ['Problem', CATEGORY_WORDS[category]],
            [
              'Receipt',
              <TextLink key="receipt" href={`/transactions/${encodeURIComponent(transaction)}`}>
                {shortReference(reference)}
              </TextLink>,
            ],
          ]}
        />
        <Messages known={known} />
      </Card>
    </>
  );
}

function Unsent({ known }: { readonly known: KnownCase }): ReactElement {
  const { case_number: number, unsent } = known;
  const drop = useCommand(
    () => callWorker((worker) => worker.dropCaseReport(number)),
    () => navigate('/cases', { replace: true }),
    toastFailure,
  );
  if (unsent?.isRefused) {
    return (
      <>
        <Alert tone="bad">{`This report was not taken. ${unsent.refusal ?? ''}`}</Alert>
        <Button variant="line" loading={drop.isBusy} onClick={() => drop.run()}>
          Delete this report
        </Button>
      </>
    );
  }
  return (
    <Alert tone="warn">
      {unsent?.refusal ?? 'Waiting for a network.'} It is sent by itself. {nextText(known)}
    </Alert>
  );
}

const AUTHORS = { user: 'You', staff: 'Goodies' } as const;

function Messages({ known }: { readonly known: KnownCase }): ReactElement {
  const { messages, outcome, decided_at: decidedAt } = known;
  const decision =
    outcome !== null && decidedAt !== null
      ? [{ id: 'decision', who: 'Our decision', text: outcome, at: decidedAt }]
      : [];
  const said = messages.map(({ id, author, text, created_at: at }) => ({
    id,
    who: AUTHORS[author],
    text,
    at,
  }));
  return (
    <ol className="stack g4" aria-label="Messages">
      {[...said, ...decision].map(({ id, who, text, at }) => (
        <li key={id} className={css['message']}>
          <p className="line apart">
            <span className="semi">{who}</span>
            <span className="xs muted">{momentText(at)}</span>
          </p>
          <p className={css['text']}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
