import { useState, type ReactElement } from 'react';

import type { NewCaseMessageBody } from '../../../../contract/cases.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { CaseTextField, NO_TEXT } from './case-text-field.tsx';

const EMPTY = { text: '' };

/** Writes to the case; the same text again after a lost answer is the same message. */
export function AnswerForm({ number }: { readonly number: string }): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  const [last, setLast] = useState<NewCaseMessageBody>();
  const draft = useState(EMPTY);
  const [{ text }, setDraft] = draft;
  const {
    ref,
    failure,
    isBusy,
    text: textLink,
    onSubmit,
  } = useForm<'text', typeof EMPTY>({
    fields: ['text'],
    state: draft,
    wrong: text.trim() === '' ? { text: NO_TEXT } : {},
    send: async () => {
      const written = text.trim();
      const message =
        last?.text === written ? last : { text: written, message_id: crypto.randomUUID() };
      setLast(message);
      const result = await callWorker((worker) => worker.sendCaseMessage(number, message));
      if (!result.ok) return result.error;
      setLast(undefined);
      setDraft(EMPTY);
      toast('Your message is sent', { kind: 'success' });
      return undefined;
    },
  });
  return (
    <form ref={ref} className="stack g3" noValidate onSubmit={onSubmit}>
      <CaseTextField label="Write to us" {...textLink('text')} />
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      {failure && !isOffline && <Alert tone="bad">{failure.message}</Alert>}
      <SubmitButton loading={isBusy} disabled={isOffline}>
        Send
      </SubmitButton>
    </form>
  );
}
