import type { ReactElement } from 'react';

import { CASE_TEXT_MAX_CHARS } from '../../../../contract/constants.ts';
import type { TextLink } from '../../../platform/form/use-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/input.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';

interface CaseTextFieldProps extends TextLink {
  readonly label: string;
}

export const NO_TEXT = 'Please say what happened';

/** What a user writes to us, with how much of it there can be. */
export const CaseTextField = ({ label, ...link }: CaseTextFieldProps): ReactElement => (
  <Field
    label={label}
    help={`${formatCount(link.control.value.length)} of ${formatCount(CASE_TEXT_MAX_CHARS)} characters. Never write a password, a PIN or a code.`}
    {...link}
  >
    <TextArea maxLength={CASE_TEXT_MAX_CHARS} />
  </Field>
);
