import type { ComponentProps, ReactElement } from 'react';
import { cx } from '../cx.ts';
import css from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for those who do not see the icon. */
  readonly label: string;
  /** glass over a picture. */
  readonly variant?: 'plain' | 'glass';
}

export function IconButton({
  label,
  variant = 'plain',
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(css['button'], css[variant], className)}
    />
  );
}
