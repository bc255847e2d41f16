import type { ReactElement } from 'react';
import { AppLink, type AppLinkProps } from './app-link.tsx';
import { cx } from '../cx.ts';
import css from './icon-button.module.css';

export interface IconLinkProps extends Omit<AppLinkProps, 'aria-label'> {
  /** Where it leads, for those who do not see the icon. */
  readonly label: string;
}

/** A link that looks like an icon button. */
export function IconLink({ label, className, ...rest }: IconLinkProps): ReactElement {
  return <AppLink {...rest} aria-label={label} className={cx(css['button'], className) ?? ''} />;
}
