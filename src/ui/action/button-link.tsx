import type { ReactElement } from 'react';
import { AppLink, type AppLinkProps } from './app-link.tsx';
import { buttonClass, type ButtonLook } from './button-class.ts';

export interface ButtonLinkProps extends ButtonLook, Omit<AppLinkProps, 'className'> {}

/** A link that looks like a button: for going somewhere, where a button does something. */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  ...rest
}: ButtonLinkProps): ReactElement {
  return <AppLink {...rest} className={buttonClass({ variant, size, block, className })} />;
}
