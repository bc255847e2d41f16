import { LOCAL } from '../../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../../contract/sw-messages.ts';
import { clearToasts } from '../toast-store.ts';
import { markDevice } from './session.ts';

/** A service worker that does not answer in this time will not. */
const ANSWER_TIMEOUT_MS = 2_000;

/** What of localStorage is the user's own. The theme, the e-mail of the last log-in and the like are the device's. */
const PRIVATE_KEYS = [
  LOCAL.pendingVerificationEmail,
  LOCAL.pendingRedirect,
  LOCAL.keptGuesses,
  LOCAL.fcmInitialized,
  LOCAL.hideBalance,
] as const;

function forgetLocalStorage(): void {
  try {
    for (const key of PRIVATE_KEYS) localStorage.removeItem(key);
    // A page that is loaded anew now would take the missing token for a session that has expired.
    markDevice(false);
  } catch {
    // What could not be reached could not be written either.
  }
}

/** Tells the service worker, so that what it is still fetching is not cached, and waits for its answer. */
async function forgetInServiceWorker(): Promise<void> {
  // Not the page's controller: one that was loaded anew past all caches has none.
  const registration = await globalThis.navigator?.serviceWorker
    ?.getRegistration()
    .catch(() => undefined);
  const active = registration?.active;
  if (!active) return;
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const finish = (): void => {
      clearTimeout(timer);
      port1.close();
      resolve();
    };
    const timer = setTimeout(finish, ANSWER_TIMEOUT_MS);
    port1.addEventListener('message', finish, { once: true });
    port1.start();
    active.postMessage({ type: 'forget-user' } satisfies ToServiceWorker, [port2]);
  });
}

/** Removes what the page and the service worker have of the user; the data worker clears the rest. */
export async function forgetOnPage(): Promise<void> {
  forgetLocalStorage();
  clearToasts();
  await forgetInServiceWorker();
}
