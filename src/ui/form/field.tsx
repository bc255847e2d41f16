import { createContext, use, useId, type ReactElement, type ReactNode } from 'react';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';

import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import css from './field.module.css';

/** The attributes that connect a control with its label, help, error and form. */
interface FieldControl {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly name?: string;
  readonly 'data-field'?: string;
  readonly value?: string;
  readonly onChange?: (event: { readonly target: { readonly value: string } }) => void;
  readonly onInput?: () => void;
}

const FieldContext = createContext<FieldControl>({});

/** The attributes for the control of the surrounding Field; empty outside one. */
export const useFieldControl = (): FieldControl => use(FieldContext);

const errorLine = (error: ReactNode, id: string, role?: 'alert'): ReactElement => (
  <p className={cx('sm bad', css['error'])} id={id} role={role}>
    <Icon of={triangleAlertIcon} size="sm" />
    <span>{error}</span>
  </p>
);

export interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** Replaces the help and marks the control as invalid. */
  readonly error?: ReactNode;
  /** One Input, Select, AmountInput, PasswordInput, or InputGroup with an Input. */
  readonly children: ReactNode;
  /** What connects the control with a form. */
  readonly control?: FieldControl;
  readonly className?: string | undefined;
}

/** A label, a control, and one line of help or error. */
export function Field(props: FieldProps): ReactElement {
  const { label, help, error, children, className } = props;
  const id = useId();
  const noteId = `${id}note`;
  const control: FieldControl = {
    ...props.control,
    id,
    ...((error || help) && { 'aria-describedby': noteId }),
    ...(error && { 'aria-invalid': true }),
  };
  return (
    <div className={cx(css['field'], className)}>
      <label className="sm semi" htmlFor={id}>
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {error && errorLine(error, noteId)}
      {!error && help && (
        <p className="xs muted" id={noteId}>
          {help}
        </p>
      )}
    </div>
  );
}

interface FieldGroupProps {
  readonly legend: string;
  /** It is above the choices, because the first choice gets the focus. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A group of choices with a legend and an error. */
export function FieldGroup({ legend, error, children }: FieldGroupProps): ReactElement {
  const errorId = useId();
  return (
    <fieldset className="stack g2" aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      {error && errorLine(error, errorId, 'alert')}
      {children}
    </fieldset>
  );
}
