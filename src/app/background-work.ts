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

/** A first installation does not wait for this code; only missing files are fetched. */
export function keepCodeCached(): void {
  void whenCalm().then(cacheCode);
  addEventListener(EVENTS.authStateChanged, () => void cacheCode());
  onNetworkReturn(() => void cacheCode());
}

export function startBackgroundWork(): void {
  fetchAheadOnSignIn();
  keepDeviceProven();
  keepPushSaved();
  keepStorageTidy();
  keepCodeCached();
}
