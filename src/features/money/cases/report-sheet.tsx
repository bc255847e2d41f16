import { useState, type ReactElement } from 'react';

import { CASE_CATEGORIES, type CaseCategory } from '../../../../contract/cases/categories.ts';
import type { Transaction } from '../../../../contract/wallet.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm, type FieldErrors } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { deliverOutbox } from '../../../platform/tracking.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RadioTile } from '../../../ui/form/choice.tsx';
import { FieldGroup } from '../../../ui/form/field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { shortReference } from '../../../ui/text/format-text.ts';
import { CaseTextField, NO_TEXT } from './case-text-field.tsx';
import { CATEGORY_WORDS } from './case-words.ts';
import css from './cases.module.css';

export type ReportedTransaction = Pick<
  Transaction,
  'id' | 'reference' | 'description' | 'amount' | 'currency'
>;

interface ReportSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly transaction: ReportedTransaction;
}

export const ReportSheet = ({ open, onClose, transaction }: ReportSheetProps): ReactElement => (
  <Sheet open={open} onClose={onClose} title="Report a problem">
    <ReportForm transaction={transaction} onClose={onClose} />
  </Sheet>
);

const FIELDS = ['category', 'text'] as const;
type ReportField = (typeof FIELDS)[number];

interface Report {
  readonly category: CaseCategory | '';
  readonly text: string;
}

const wrongIn = ({ category, text }: Report): FieldErrors<ReportField> => ({
  ...(category === '' && { category: 'Please choose what is wrong' }),
  ...(text.trim() === '' && { text: NO_TEXT }),
});

function ReportForm(props: Omit<ReportSheetProps, 'open'>): ReactElement {
  const { transaction, onClose } = props;
  const { id, reference, description, amount, currency } = transaction;
  const isOffline = useConnectivity() === 'offline';
  const draft = useState<Report>({ category: '', text: '' });
  const [{ category, text }] = draft;
  const {
    ref,
    errors,
    failure,
    isBusy,
    change,
    text: textLink,
    onSubmit,
  } = useForm<ReportField, Report>({
    fields: FIELDS,
    state: draft,
    wrong: wrongIn(draft[0]),
    send: async () => {
      if (category === '') return undefined;
      const report = { reference, transactionId: id, category, text: text.trim() };
      const result = await callWorker((worker) => worker.reportCase(report));
      if (!result.ok) return result.error;
      void deliverOutbox();
      toast('Your report is saved', { kind: 'success' });
      onClose();
      return undefined;
    },
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <FieldGroup legend="What is wrong?" error={errors.category}>
        <div className={css['tiles']}>
          {CASE_CATEGORIES.map((one) => (
            <RadioTile
              key={one}
              className={css['tile']}
              name="category"
              data-field="category"
              checked={one === category}
              onChange={() => change({ category: one })}
            >
              <span className="sm semi">{CATEGORY_WORDS[one]}</span>
            </RadioTile>
          ))}
        </div>
      </FieldGroup>
      <CaseTextField label="What happened?" {...textLink('text')} />
      <p className="sm muted anywhere">
        {`We attach the receipt: ${description}, ${formatExact(amount, currency)}, ${shortReference(reference)}`}
      </p>
      {isOffline && (
        <Alert tone="warn">You are offline. It is sent as soon as there is a network.</Alert>
      )}
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <SubmitButton loading={isBusy}>Send</SubmitButton>
    </form>
  );
}
