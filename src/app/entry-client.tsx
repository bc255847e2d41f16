import '../ui/styles/tokens.css';
import '../ui/styles/base.css';

import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { repeatEarlyTap } from '../platform/document/early-tap.ts';
import { watchInstallPrompt } from '../platform/pwa/install-prompt.ts';
import { registerServiceWorker } from '../platform/pwa/pwa.ts';
import { captureReferral, queryWithReferral } from '../domain/accounts/referral.ts';
import { readSeed } from '../platform/document/seed.ts';
import { hasSessionExpired, readSession, watchOtherTabs } from '../platform/session/session.ts';
import { startWorker } from '../platform/worker/data-worker.ts';
import { watchTracking } from '../platform/tracking.ts';
import { tryTwice } from '../platform/lazy/try-twice.ts';
import { loadLive } from '../platform/live/use-live.ts';
import { App } from './app.tsx';
import { redirectFor, tellLogin } from './guard/guard.tsx';
import { routeFor } from './match-route.ts';
import { documentTitle } from './document-title.ts';
import { preloadLinks } from './preload-links.ts';
import { watchFaults } from './watch/watch-faults.ts';

/** What a page is replaced for is a fault like any other. */
const OPTIONS = { onCaughtError: reportError };

async function start(root: HTMLElement): Promise<void> {
  const rendered = root.dataset['path'];
  if (routeFor(location.pathname).access === 'signed-in') {
    const { pathname: wanted, search } = location;
    const target = redirectFor(wanted, search, await readSession(), hasSessionExpired());
    if (target) {
      await replaceWith(root, target);
      tellLogin(wanted);
      return;
    }
  }
  if (rendered === undefined) {
    createRoot(root, OPTIONS).render(<App path={location.pathname} search={location.search} />);
  } else {
    // The document was rendered without a query; the router goes on to the real address by itself.
    const path = rendered === '' ? location.pathname : rendered;
    // Without its code the page could not be hydrated before that, and would be thrown away with what
    // was typed into it. A failure shows in its place.
    await routeFor(path)
      .page.preload()
      .catch(() => undefined);
    // In slices, between which a tap is heard: at once it would be one task of a tenth of a second.
    startTransition(() => {
      hydrateRoot(root, <App path={path} seed={readSeed()} />, OPTIONS);
    });
  }
}

/** Shows another page than the one in the document, without a blank moment between them. */
async function replaceWith(root: HTMLElement, target: string): Promise<void> {
  history.replaceState(history.state, '', target);
  const path = location.pathname;
  const { page, title } = routeFor(path);
  // A failure shows in its place.
  await page.preload().catch(() => undefined);
  document.title = documentTitle(title);
  root.textContent = '';
  createRoot(root, OPTIONS).render(<App path={path} search={location.search} />);
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

/** Vite's loader takes a link to a style sheet for loaded once it stands in the document, also one that failed. */
function removeFailedStyles(): void {
  const remove = ({ target }: Event): void => {
    // Those of the document itself are without `crossorigin`, and are repeated by it.
    if (target instanceof HTMLLinkElement && target.crossOrigin && target.rel === 'stylesheet')
      target.remove();
  };
  addEventListener('error', remove, true);
}

const root = document.getElementById('root');
if (root) {
  removeFailedStyles();
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
