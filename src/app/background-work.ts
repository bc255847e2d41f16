import { EVENTS } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
import { whenCalm } from '../platform/calm.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { fetchAheadOnSignIn } from './fetch-ahead.ts';
import { keepPushSaved } from './keep-push.ts';
import { keepStorageTidy } from './keep-storage-tidy.ts';
import { keepDeviceProven } from './prove-device.ts';

async function cacheCode(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'keep-code' } satisfies ToServiceWorker);
}

/**
 * Has the service worker cache the code of every page, which a first installation does not wait for. It fetches only
 * what is missing, so it is asked again where that may have failed.
 */
export function keepCodeCached(): void {
  void whenCalm().then(cacheCode);
  addEventListener(EVENTS.authStateChanged, () => void cacheCode());
  onNetworkReturn(() => void cacheCode());
}

/** What the app does by itself for as long as it is open, and no screen ever waits for: its code comes last. */
export function startBackgroundWork(): void {
  fetchAheadOnSignIn();
  keepDeviceProven();
  keepPushSaved();
  keepStorageTidy();
  keepCodeCached();
}
