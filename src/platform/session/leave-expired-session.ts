import { LOCAL } from '../../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../../contract/sw-messages.ts';
import { clearToasts } from '../toast-store.ts';
import { noteSessionExpired, readSession, refreshSession, markDevice } from './session.ts';

const ANSWER_TIMEOUT_MS = 2_000;

/** Theme and last e-mail belong to the device and stay. */
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
    // Without this, a reload now would take the missing token for an expired session.
    markDevice(false);
  } catch {
    // Without localStorage there is nothing to delete.
  }
}

async function forgetInServiceWorker(): Promise<void> {
  // A page that was reloaded without cache has no controller.
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

export async function forgetOnPage(): Promise<void> {
  forgetLocalStorage();
  clearToasts();
  await forgetInServiceWorker();
}

let leaving: Promise<void> | undefined;

async function leave(): Promise<void> {
  if ((await readSession()) !== 'signed-in') return;
  noteSessionExpired();
  await forgetOnPage();
  await refreshSession();
}

/** Clears the user's data after the server or the data worker has ended the session. */
export function leaveExpiredSession(): Promise<void> {
  leaving ??= leave().finally(() => {
    leaving = undefined;
  });
  return leaving;
}
