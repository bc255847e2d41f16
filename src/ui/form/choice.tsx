import type { ComponentProps, ReactElement, ReactNode } from 'react';

import { cx } from '../cx.ts';
import css from './choice.module.css';

type InputProps = Omit<ComponentProps<'input'>, 'type'>;

interface CheckboxProps extends InputProps {
  readonly label: ReactNode;
}

export function Checkbox({ label, ...rest }: CheckboxProps): ReactElement {
  return (
    <label className={cx('inline', css['check'])}>
      <input {...rest} type="checkbox" className={css['box']} />
      <span>{label}</span>
    </label>
  );
}

interface RowProps extends CheckboxProps {
  readonly note?: ReactNode;
}

const RowText = ({ label, note }: Pick<RowProps, 'label' | 'note'>): ReactElement => (
  <span className="grow">
    <span className="semi">{label}</span>
    {note && (
      <>
        <br />
        <span className="xs muted">{note}</span>
      </>
    )}
  </span>
);

interface RadioRowProps extends RowProps {
  readonly icon?: ReactNode;
}

/** A radio button as a row; the rows of one choice share a `name` inside a fieldset. */
export function RadioRow({ label, note, icon, ...rest }: RadioRowProps): ReactElement {
  return (
    <label className={cx('line', css['radio'])}>
      {icon}
      <RowText label={label} note={note} />
      <input {...rest} type="radio" className={css['dot']} />
    </label>
  );
}

/** A radio button as a tile, which holds what is chosen. */
export function RadioTile({ className, children, ...rest }: InputProps): ReactElement {
  return (
    <label className={cx(css['tile'], className)}>
      <input {...rest} type="radio" className="vh" />
      {children}
    </label>
  );
}

/** A switch whose whole row is the label; its note is the current state in words. */
export function SwitchRow({ label, note, ...rest }: RowProps): ReactElement {
  return (
    <label className={cx('line', css['switchRow'])}>
      <RowText label={label} note={note} />
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells its own state */}
      <input {...rest} type="checkbox" role="switch" className={css['switch']} />
    </label>
  );
}
