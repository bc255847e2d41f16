import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import '../ui/styles/shapes.css';

import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { openedPath } from '../../contract/document/opened-document.ts';
import { takeEarlyGuess } from '../platform/early-guess.ts';
import { watchInstallPrompt } from '../platform/pwa/install-prompt.ts';
import { registerServiceWorker } from '../platform/pwa/pwa.ts';
import { captureReferral, queryWithReferral } from '../shared/accounts/referral.ts';
import { readSeed, documentTitle } from '../platform/document.ts';
import { safeNextPath } from '../platform/routing/next-path.ts';
import { hasSessionExpired, readSession, watchOtherTabs } from '../platform/session/session.ts';
import { startWorker } from '../platform/worker/data-worker.ts';
import { watchTracking } from '../platform/tracking.ts';
import { tryTwice } from '../platform/lazy/promises.ts';
import { loadLive } from '../platform/live/use-live.ts';
import { App } from './app.tsx';
import { redirectFor, tellLogin } from './guard.tsx';
import { routeFor } from './match-route.ts';
import { SHELL_PATH } from './routes.ts';

/** Finds the redirect for this address; a prerendered public page does not wait for it. */
async function redirectOnArrival(rendered: string | undefined): Promise<string | undefined> {
  const { pathname, search } = location;
  const isPublic = routeFor(pathname).access === 'public';
  if (isPublic && rendered !== SHELL_PATH) return undefined;
  const session = await readSession();
  if (!isPublic) return redirectFor(pathname, search, session, hasSessionExpired());
  return session === 'signed-in' && openedPath(pathname, true) !== pathname
    ? safeNextPath(new URLSearchParams(search).get('next'))
    : undefined;
}

const STYLES_TIMEOUT_MS = 10_000;

/** What is drawn without its styles would move when they arrive; a sheet that fails or hangs is not waited for. */
async function stylesSettled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (!link || link.sheet) return;
  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    for (const type of ['load', 'error']) link.addEventListener(type, end);
    setTimeout(end, STYLES_TIMEOUT_MS);
  });
}

/** A page whose code was lost draws that itself. */
const readyToDraw = ({ page }: ReturnType<typeof routeFor>): Promise<unknown> =>
  Promise.all([page.preload().catch(() => undefined), stylesSettled()]);

async function start(root: HTMLElement): Promise<void> {
  const options = { onCaughtError: reportError };
  const rendered = root.dataset['path'];
  const wanted = location.pathname;
  const target = await redirectOnArrival(rendered);
  if (target) history.replaceState(history.state, '', target);
  const { pathname, search } = location;
  const route = routeFor(pathname);
  // The shell is a placeholder for any page; other documents must be the page's own.
  const isStandIn = rendered === SHELL_PATH && !target;
  const path = rendered || pathname;
  if (rendered !== undefined && (isStandIn || routeFor(path) === route)) {
    // Without the page's code React would discard the HTML, with what the user typed into it.
    await readyToDraw(routeFor(path));
    // A transition lets React hydrate in small tasks, so that a tap is handled between them.
    startTransition(() => {
      hydrateRoot(root, <App path={path} seed={readSeed()} />, options);
    });
  } else {
    await readyToDraw(route);
    document.title = documentTitle(route.title);
    root.textContent = '';
    createRoot(root, options).render(<App path={pathname} search={search} />);
  }
  if (target) tellLogin(wanted);
}

/** Repeats the tap that `HOLD_TAPS_SCRIPT` stored before hydration; all code must be loaded. */
function repeatEarlyTap(root: HTMLElement): void {
  root.dataset['running'] = '';
  const tapped = root.querySelector<HTMLElement>('button[data-tapped]');
  tapped?.removeAttribute('data-tapped');
  tapped?.click();
  // The document's keypad waits for the guess that this tap opens.
  if (!tapped?.matches('[data-guess]:enabled')) takeEarlyGuess();
}

const preload = (path: string): void =>
  void routeFor(path)
    .page.preload()
    .catch(() => undefined);

function preloadLinks(): void {
  const onHint = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) preload(link.pathname);
    if (target instanceof HTMLInputElement) preloadNext();
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onHint, { passive: true });
}

/** Fetches the page that follows a sign-in while the person types. */
function preloadNext(): void {
  const { pathname, search } = location;
  if (pathname === '/signup') preload('/verify-email');
  if (pathname === '/login') preload(safeNextPath(new URLSearchParams(search).get('next')));
}

export function watchFaults(): void {
  const send = (event: ErrorEvent | PromiseRejectionEvent): void =>
    void import('./send-fault.ts').then(({ sendFault }) => sendFault(event)).catch(() => undefined);
  addEventListener('error', send);
  addEventListener('unhandledrejection', send);
}

async function startBackground(): Promise<void> {
  startWorker();
  void registerServiceWorker();
  await loadLive();
  // It is fetched together with the database code that it needs.
  const { afterStart } = await tryTwice(() => import('./after-start.ts'));
  await afterStart();
  if (document.activeElement instanceof HTMLInputElement) preloadNext();
}

const root = document.getElementById('root');
if (root) {
  root.dataset['build'] = __BUILD__;
  watchFaults();
  void captureReferral(queryWithReferral(location.search, document.referrer, location.origin));
  watchInstallPrompt();
  watchOtherTabs();
  watchTracking();
  preloadLinks();
  void start(root)
    // Buttons must work even when the database code is lost, because one of them reloads the page.
    .then(() => loadLive().catch(() => undefined))
    .then(() => repeatEarlyTap(root));
  startBackground().catch(() => window.loadAnew?.());
}
