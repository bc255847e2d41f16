import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Redirect } from 'wouter';

import { LoginWays } from '../shared/accounts/login-ways.tsx';
import { loginPathFor } from '../platform/routing/next-path.ts';
import { navigate, useAppLocation } from '../platform/routing/router.tsx';
import { toast } from '../platform/toast-store.ts';
import {
  hasSessionExpired,
  useKnownSession,
  type SessionPhase,
} from '../platform/session/session.ts';
import { Page } from '../ui/layout/layout.tsx';
import { movedTo, routeFor } from './match-route.ts';
import { cx } from '../ui/cx.ts';
import css from './page-message.module.css';

/** The redirect for a caller who may not open a page; undefined if the session is unknown. */
export function redirectFor(
  path: string,
  search: string,
  session: SessionPhase,
  hasExpired = false,
): string | undefined {
  const moved = movedTo(path, search);
  if (moved) return moved;
  if (session !== 'signed-out' || routeFor(path).access === 'public') return undefined;
  // The specification has a separate text for the giveaway list, which is on the home page.
  if (hasExpired)
    return loginPathFor(
      path + search,
      path === '/' ? 'vouchers_unauthenticated' : 'unauthenticated',
    );
  return path === '/' ? `/welcome${search}` : loginPathFor(path + search);
}

export function tellLogin(path: string): void {
  const { loginMessage } = routeFor(path);
  if (loginMessage) toast(loginMessage);
}

export function Guard({ children }: { readonly children: ReactNode }): ReactNode {
  const { path, search } = useAppLocation();
  // A public page does not depend on the session, and reading it would delay the page.
  const isOpen = import.meta.env.SSR || (!movedTo(path) && routeFor(path).access === 'public');
  return isOpen ? (
    children
  ) : (
    <Checked path={path} search={search}>
      {children}
    </Checked>
  );
}

interface CheckedProps {
  readonly path: string;
  readonly search: string;
  readonly children: ReactNode;
}

/** See spec section 9, Redirects. */
const LOGIN_REDIRECT_MS = 2_000;

function LoginNotice({
  message,
  target,
}: {
  readonly message: string;
  readonly target: string;
}): ReactElement {
  useEffect(() => {
    const timer = setTimeout(() => navigate(target, { replace: true }), LOGIN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [target]);
  return (
    <Page className={cx('column', css['message'])}>
      <h1 role="alert">{message}</h1>
      <LoginWays />
    </Page>
  );
}

function Checked({ path, search, children }: CheckedProps): ReactElement | ReactNode {
  const session = useKnownSession();
  const hasExpired = hasSessionExpired();
  const target = redirectFor(path, search, session, hasExpired);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  useEffect(() => {
    if (target && hasExpired) tellLogin(path);
  }, [target, hasExpired, path]);
  if (!target) return children;
  const { loginMessage } = routeFor(path);
  return loginMessage && !wasSignedIn && !hasExpired ? (
    <LoginNotice message={loginMessage} target={target} />
  ) : (
    <Redirect key={target} to={target} replace />
  );
}
