import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Redirect } from 'wouter';

import { loginPathFor } from '../../platform/routing/next-path.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { toast } from '../../platform/toast-store.ts';
import {
  hasSessionExpired,
  useKnownSession,
  type SessionPhase,
} from '../../platform/session/session.ts';
import { movedTo, routeFor } from '../match-route.ts';

/**
 * Where a caller who opens an address belongs instead.
 * @param search with its leading '?', or ''
 * @param hasExpired whether they were signed in until now
 * @returns undefined when they may stay (also while the session is not known)
 */
export function redirectFor(
  path: string,
  search: string,
  session: SessionPhase,
  hasExpired = false,
): string | undefined {
  const moved = movedTo(path, search);
  if (moved) return moved;
  if (session !== 'signed-out' || routeFor(path).access === 'public') return undefined;
  // The specification has a text of its own for the list of giveaways, which is on the home page.
  if (hasExpired)
    return loginPathFor(
      path + search,
      path === '/' ? 'vouchers_unauthenticated' : 'unauthenticated',
    );
  return path === '/' ? `/welcome${search}` : loginPathFor(path + search);
}

/** Says why a visitor is sent to log in, where the page they wanted has words for it. */
export function tellLogin(path: string): void {
  const { loginMessage } = routeFor(path);
  if (loginMessage) toast(loginMessage);
}

/** Sends people away from pages that are not theirs to see, and from addresses that moved. */
export function Guard({ children }: { readonly children: ReactNode }): ReactNode {
  const { path, search } = useAppLocation();
  // The session does not change what a public page is; reading it there would hold the page back.
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

function Checked({ path, search, children }: CheckedProps): ReactElement | ReactNode {
  const session = useKnownSession();
  const target = redirectFor(path, search, session, hasSessionExpired());
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session === 'signed-in') wasSignedIn.current = true;
    // Who has just signed out did not want to come here.
    else if (target && (!wasSignedIn.current || hasSessionExpired())) tellLogin(path);
  }, [session, target, path]);
  return target ? <Redirect key={target} to={target} replace /> : children;
}
