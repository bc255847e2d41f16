import type { ComponentProps, ReactElement, ReactNode } from 'react';
import css from './choice.module.css';

export interface SwitchRowProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly label: ReactNode;
  /** The state in words: 'Only people you allow can guess'. */
  readonly note?: ReactNode;
}

/** A setting that is on or off; the whole row is its label. */
export function SwitchRow({ label, note, ...rest }: SwitchRowProps): ReactElement {
  return (
    <label className={css['switchRow']}>
      <span className="grow">
        <span className="semi">{label}</span>
        {note && (
          <>
            <br />
            <span className="xs muted">{note}</span>
          </>
        )}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells its own state */}
      <input {...rest} type="checkbox" role="switch" className={css['switch']} />
    </label>
  );
}
