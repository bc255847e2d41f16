import { useId, type ReactElement, type ReactNode } from 'react';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';
import { cx } from '../cx.ts';
import { FieldContext, type FieldControl } from './field-control.ts';
import css from './field.module.css';
import { Icon } from '../icon.tsx';

export interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** Takes the place of the help and marks the control as invalid. */
  readonly error?: ReactNode;
  /** One Input, Select, AmountInput, PasswordInput or InputGroup with an Input. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Label above, control, and one line of help or error below. */
export function Field({ label, help, error, children, className }: FieldProps): ReactElement {
  const id = useId();
  const noteId = `${id}note`;
  const control: FieldControl = {
    id,
    ...((error || help) && { 'aria-describedby': noteId }),
    ...(error && { 'aria-invalid': true }),
  };
  return (
    <div className={cx(css['field'], className)}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {error ? (
        <p className={css['error']} id={noteId}>
          <Icon of={triangleAlertIcon} size="sm" />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <p className={css['help']} id={noteId}>
            {help}
          </p>
        )
      )}
    </div>
  );
}
