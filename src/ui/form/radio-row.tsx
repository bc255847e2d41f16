import type { ComponentProps, ReactElement, ReactNode } from 'react';
import css from './choice.module.css';

export interface RadioRowProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  /** A RowIcon or flag at the start. */
  readonly icon?: ReactNode;
}

/** One of several choices, as a whole row. Rows of one choice share a `name` inside a fieldset. */
export function RadioRow({ label, note, icon, ...rest }: RadioRowProps): ReactElement {
  return (
    <label className={css['radio']}>
      {icon}
      <span className="grow">
        <span className="semi">{label}</span>
        {note && (
          <>
            <br />
            <span className="xs muted">{note}</span>
          </>
        )}
      </span>
      <input {...rest} type="radio" className={css['dot']} />
    </label>
  );
}
