import type { ComponentProps, ReactElement } from 'react';
import { AppLink, type AppLinkProps } from './app-link.tsx';
import { cx } from '../cx.ts';
import css from './text-button.module.css';

export function TextButton({ className, ...rest }: ComponentProps<'button'>): ReactElement {
  return <button type="button" {...rest} className={cx(css['button'], className)} />;
}

/** The same look for a link. */
export function TextLink({ className, ...rest }: AppLinkProps): ReactElement {
  return <AppLink {...rest} className={cx(css['button'], className)} />;
}
