import type { ReactElement } from 'react';

import { GIVEAWAY_MAX_DURATION_MS } from '../../../../contract/constants.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { formatDateTime } from '../../../ui/text/format-time.ts';
import { TextField } from './text-field.tsx';

export interface ExpiryForm {
  readonly doesExpire: boolean;
  /** What a datetime-local input holds: a moment in the person's own time zone. */
  readonly expiresAt: string;
}

export const NO_EXPIRY: ExpiryForm = { doesExpire: false, expiresAt: '' };

/** @param fromMs now, or the start */
export function momentProblem(text: string, fromMs: number): string | undefined {
  const at = text === '' ? Number.NaN : new Date(text).getTime();
  if (Number.isNaN(at)) return 'Choose a day and a time';
  if (at <= fromMs) return 'Choose a later time';
  return at > fromMs + GIVEAWAY_MAX_DURATION_MS ? 'Choose a time within a year' : undefined;
}

export const expiryProblem = (
  { doesExpire, expiresAt }: ExpiryForm,
  nowMs: number,
): string | undefined => (doesExpire ? momentProblem(expiresAt, nowMs) : undefined);

export const expiryField = ({ doesExpire, expiresAt }: ExpiryForm): { expires_at?: string } =>
  doesExpire ? { expires_at: new Date(expiresAt).toISOString() } : {};

export function expiryText({ doesExpire, expiresAt }: ExpiryForm): string | undefined {
  const at = new Date(expiresAt);
  if (!doesExpire || Number.isNaN(at.getTime())) return undefined;
  return `Until ${formatDateTime(at)}`;
}

export interface ExpiryFieldsProps {
  readonly form: ExpiryForm;
  readonly note: string;
  readonly label: string;
  readonly errors: FieldErrors<'expiresAt'>;
  readonly onChange: (change: Partial<ExpiryForm>) => void;
  readonly className?: string | undefined;
}

export function ExpiryFields({ note, ...props }: ExpiryFieldsProps): ReactElement {
  const { form, onChange } = props;
  return (
    <>
      <SwitchRow
        label="Expiry date"
        note={note}
        checked={form.doesExpire}
        onChange={({ target }) => onChange({ doesExpire: target.checked })}
      />
      {form.doesExpire && <TextField {...props} field="expiresAt" type="datetime-local" />}
    </>
  );
}
