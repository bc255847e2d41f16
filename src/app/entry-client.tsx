import '../ui/styles/tokens.css';
import '../ui/styles/base.css';

import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { openedPath } from '../../contract/document/opened-document.ts';
import { repeatEarlyTap } from '../platform/document/early-tap.ts';
import { watchInstallPrompt } from '../platform/pwa/install-prompt.ts';
import { registerServiceWorker } from '../platform/pwa/pwa.ts';
import { captureReferral, queryWithReferral } from '../shared/accounts/referral.ts';
import { readSeed } from '../platform/document/seed.ts';
import { safeNextPath } from '../platform/routing/next-path.ts';
import { hasSessionExpired, readSession, watchOtherTabs } from '../platform/session/session.ts';
import { startWorker } from '../platform/worker/data-worker.ts';
import { watchTracking } from '../platform/tracking.ts';
import { tryTwice } from '../platform/lazy/try-twice.ts';
import { loadLive } from '../platform/live/use-live.ts';
import { App } from './app.tsx';
import { redirectFor, tellLogin } from './guard/guard.tsx';
import { routeFor } from './match-route.ts';
import { SHELL_PATH } from './routes.ts';
import { documentTitle } from '../platform/document/document-title.ts';
import { preloadLinks } from './preload-links.ts';
import { watchFaults } from './watch/watch-faults.ts';

/** What a page is replaced for is a fault like any other. */
const OPTIONS = { onCaughtError: reportError };

/**
 * Where whoever opens this address is sent at once. Not asked of the own document of a public page, which waits for
 * nothing.
 */
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

async function start(root: HTMLElement): Promise<void> {
  const rendered = root.dataset['path'];
  const wanted = location.pathname;
  const target = await redirectOnArrival(rendered);
  if (target) history.replaceState(history.state, '', target);
  const { pathname, search } = location;
  const route = routeFor(pathname);
  // The shell stands for any page, and the router goes on to it; it has to be that page's own document otherwise.
  const isStandIn = rendered === SHELL_PATH && !target;
  const path = rendered || pathname;
  if (rendered !== undefined && (isStandIn || routeFor(path) === route)) {
    // Without its code the page could not be hydrated before that, and would be thrown away with what
    // was typed into it. A failure shows in its place.
    await routeFor(path)
      .page.preload()
      .catch(() => undefined);
    // The document was rendered without a query; the router goes on to the real address by itself.
    // In slices, between which a tap is heard: at once it would be one task of a tenth of a second.
    startTransition(() => {
      hydrateRoot(root, <App path={path} seed={readSeed()} />, OPTIONS);
    });
  } else {
    // Without a blank moment between the two.
    await route.page.preload().catch(() => undefined);
    document.title = documentTitle(route.title);
    root.textContent = '';
    createRoot(root, OPTIONS).render(<App path={pathname} search={search} />);
  }
  if (target) tellLogin(wanted);
}

/** What the first screen does not wait for, in the order of its worth on a slow network. */
async function startBackground(): Promise<void> {
  startWorker();
  void registerServiceWorker();
  await loadLive();
  // Beside the database's code, which it is of no use without.
  const { afterStart } = await tryTwice(() => import('./after-start.ts'));
  await afterStart();
}

const root = document.getElementById('root');
if (root) {
  watchFaults();
  void captureReferral(queryWithReferral(location.search, document.referrer, location.origin));
  watchInstallPrompt();
  watchOtherTabs();
  watchTracking();
  preloadLinks();
  void start(root)
    // Buttons work also where the data's code was lost: one of them loads the page again.
    .then(() => loadLive().catch(() => undefined))
    .then(() => repeatEarlyTap(root));
  startBackground().catch(() => window.loadAnew?.());
}
