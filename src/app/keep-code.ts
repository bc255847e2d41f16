import { EVENTS } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
import { whenCalm } from '../platform/calm.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';

async function ask(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'keep-code' } satisfies ToServiceWorker);
}

/**
 * Has the service worker keep the code of every screen that the person here may open: a first installation waits for no
 * more than the page that is open. It is asked once the first screen is calm, after a sign-in and when the network is
 * back, and fetches only what is missing.
 */
export function keepCode(): void {
  void whenCalm().then(ask);
  addEventListener(EVENTS.authStateChanged, () => void ask());
  onNetworkReturn(() => void ask());
}
