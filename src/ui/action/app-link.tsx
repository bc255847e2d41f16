import type { ComponentProps, ReactElement } from 'react';
import { Link } from 'wouter';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly href: string;
  /** Replaces the history entry instead of adding one; inside the app only. */
  readonly replace?: boolean;
  /** Anybody may have written this address, so search engines should make nothing of it. */
  readonly isUserContent?: boolean;
}

/** A link: inside the app it navigates without a reload, elsewhere it opens a tab that cannot reach back. */
export function AppLink(props: AppLinkProps): ReactElement {
  const { href, replace, isUserContent, children, ...rest } = props;
  if (href.startsWith('/') && !href.startsWith('//')) {
    const { className, ...anchor } = rest;
    return (
      <Link href={href} replace={replace ?? false} {...(className && { className })} {...anchor}>
        {children}
      </Link>
    );
  }
  return (
    <a
      {...rest}
      href={href}
      target="_blank"
      rel={isUserContent ? 'noopener noreferrer nofollow ugc' : 'noopener noreferrer'}
    >
      {children}
    </a>
  );
}
