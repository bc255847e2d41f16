import { useId, type ReactElement, type ReactNode } from 'react';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';
import { Icon } from '../icon.tsx';
import css from './field.module.css';

export interface FieldGroupProps {
  readonly legend: string;
  /** Stands over the choices: the first of them has the focus then. */
  readonly error?: string | undefined;
  /** Rows of one choice. */
  readonly children: ReactNode;
}

/** A choice between rows, with what it is about and what is wrong with it above. */
export function FieldGroup({ legend, error, children }: FieldGroupProps): ReactElement {
  const errorId = useId();
  return (
    <fieldset className="stack g2" aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      {error && (
        <p className={css['error']} id={errorId} role="alert">
          <Icon of={triangleAlertIcon} size="sm" />
          <span>{error}</span>
        </p>
      )}
      {children}
    </fieldset>
  );
}
