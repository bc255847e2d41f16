import type { ComponentProps, ReactElement, ReactNode } from 'react';
import css from './choice.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
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
