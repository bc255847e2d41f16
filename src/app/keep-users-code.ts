import { EVENTS } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { readSession } from '../platform/session/session.ts';

async function ask(): Promise<void> {
  if (!('serviceWorker' in navigator) || (await readSession()) !== 'signed-in') return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'keep-users-code' } satisfies ToServiceWorker);
}

/**
 * Has the service worker keep the code of all that people open who are signed in, which a visitor's phone does not
 * fetch. It is asked at each start and when the network is back, too: it fetches only what is missing.
 */
export function keepUsersCode(): void {
  void ask();
  addEventListener(EVENTS.authStateChanged, () => void ask());
  onNetworkReturn(() => void ask());
}
