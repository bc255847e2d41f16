import { Suspense, type ReactElement } from 'react';

import { CASES_PAGE_SIZE } from '../../../../contract/constants.ts';
import type { KnownCase } from '../../../../local/queries/cases.ts';
import { PagedList } from '../../../shared/paged-list.tsx';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Row, Rows } from '../../../ui/display/rows.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Card, Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { caseTitle, CATEGORY_WORDS, statusOf } from './case-words.ts';
import css from './cases.module.css';
import { useCases } from './use-cases.ts';

export default function CasesPage(): ReactElement {
  return (
    <SubPage title="Your cases" back="/profile">
      <Narrow className="stack g4">
        <Suspense fallback={<CasesSkeleton />}>
          <LiveCases />
        </Suspense>
      </Narrow>
    </SubPage>
  );
}

const CasesSkeleton = (): ReactElement => (
  <Card className={css['list']}>
    <RowsSkeleton what="Loading your cases" count={3} />
  </Card>
);

function LiveCases(): ReactElement {
  const { view, retry } = useCases();
  const isCut = view.phase === 'list' && view.rows.length >= CASES_PAGE_SIZE;
  return (
    <PagedList
      view={view}
      list="cases"
      what="cases"
      rowsPerFrame={Infinity}
      end={{ state: 'end', failure: undefined, onMore: () => undefined }}
      retry={retry}
      loading={<CasesSkeleton />}
      empty={<NoCases />}
      moreLabel="More"
      offlineNote=""
      {...(isCut && { endNote: 'You find older cases on their receipts.' })}
    >
      {(drawn) => (
        <Card className={css['list']} aria-label="Cases">
          <Rows>
            {drawn.map((known) => (
              <li key={known.case_number}>
                <CaseRow known={known} />
              </li>
            ))}
          </Rows>
        </Card>
      )}
    </PagedList>
  );
}

function CaseRow({ known }: { readonly known: KnownCase }): ReactElement {
  const { case_number: number, category, created_at: at } = known;
  const { tone, label } = statusOf(known);
  return (
    <Row
      href={`/cases/${number}`}
      title={CATEGORY_WORDS[category]}
      note={`${caseTitle(number)} · ${formatDate(new Date(at))}`}
      extra={<Badge tone={tone}>{label}</Badge>}
    />
  );
}

const NoCases = (): ReactElement => (
  <EmptyState
    title="No cases"
    action={
      <ButtonLink href="/transactions" variant="primary">
        See your transactions
      </ButtonLink>
    }
  >
    If something is wrong with a payment, open its receipt and report it there.
  </EmptyState>
);
