import type { ComponentProps, ReactElement, ReactNode } from 'react';

import { cx } from '../cx.ts';
import css from './choice.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
}

export function Checkbox({ label, ...rest }: CheckboxProps): ReactElement {
  return (
    <label className={css['check']}>
      <input {...rest} type="checkbox" className={css['box']} />
      <span>{label}</span>
    </label>
  );
}

interface RowTextProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
}

const RowText = ({ label, note }: RowTextProps): ReactElement => (
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

interface RadioRowProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly note?: ReactNode;
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
export function RadioTile({
  className,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'>): ReactElement {
  return (
    <label className={cx(css['tile'], className)}>
      <input {...rest} type="radio" className="vh" />
      {children}
    </label>
  );
}

interface SwitchRowProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly label: ReactNode;
  /** The current state in words. */
  readonly note?: ReactNode;
}

/** A switch whose whole row is the label. */
export function SwitchRow({ label, note, ...rest }: SwitchRowProps): ReactElement {
  return (
    <label className={cx('line', css['switchRow'])}>
      <RowText label={label} note={note} />
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells its own state */}
      <input {...rest} type="checkbox" role="switch" className={css['switch']} />
    </label>
  );
}
