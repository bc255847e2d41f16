import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import css from './button.module.css';
import { buttonClass, type ButtonLook } from './button-class.ts';
import { Dots } from '../feedback/dots.tsx';

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** Shows three dots in place of the label, keeps width and focus, and lets no click through. */
  readonly loading?: boolean;
  /** What a screen reader hears while loading. */
  readonly loadingLabel?: string;
  /** Looks and is announced as disabled; unlike with `disabled` a tap comes through, to be told why. */
  readonly 'aria-disabled'?: boolean;
}

export function Button({
  variant,
  size,
  block,
  className,
  loading = false,
  loadingLabel = 'Please wait',
  type = 'button',
  onClick,
  'aria-disabled': isUnavailable = false,
  children,
  ...rest
}: ButtonProps): ReactElement {
  // Not `disabled`: a disabled button would drop the keyboard focus in the middle of the wait.
  const swallow = (event: MouseEvent): void => event.preventDefault();
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || isUnavailable || undefined}
      onClick={loading ? swallow : onClick}
    >
      <span className={css['label']}>{children}</span>
      {loading && (
        <span className={css['wait']}>
          <Dots />
          <span className="vh">{loadingLabel}</span>
        </span>
      )}
    </button>
  );
}
