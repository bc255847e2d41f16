import { useState, type ReactElement } from 'react';
import flagIcon from 'lucide/dist/esm/icons/flag.mjs';

import { lazySheet } from '../../../platform/lazy/lazy-component.tsx';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { caseTitle, statusOf } from './case-words.ts';
import type { ReportedTransaction } from './report-sheet.tsx';
import { useCasesAbout } from './use-cases.ts';

const ReportSheet = lazySheet(async () => (await import('./report-sheet.tsx')).ReportSheet);

interface TransactionCasesProps {
  readonly transaction: ReportedTransaction;
}

/** The cases about a transaction, and a way to report a problem while none is open. */
export function TransactionCases({ transaction }: TransactionCasesProps): ReactElement {
  const cases = useCasesAbout(transaction.reference) ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const isReported = cases.some(({ status, unsent }) => status !== 'decided' && !unsent?.isRefused);
  return (
    <>
      <div className="column">
        {cases.map((known) => (
          <TextLink key={known.case_number} href={`/cases/${known.case_number}`}>
            {`${caseTitle(known.case_number)}: ${statusOf(known).label.toLowerCase()}`}
          </TextLink>
        ))}
        {!isReported && (
          <Button variant="ghost" onClick={() => setIsOpen(true)}>
            <Icon of={flagIcon} size="sm" /> Report a problem
          </Button>
        )}
      </div>
      <ReportSheet open={isOpen} onClose={() => setIsOpen(false)} transaction={transaction} />
    </>
  );
}
