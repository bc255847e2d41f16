import { EVENTS } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
import { whenCalm } from '../platform/calm.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { isSavingData } from '../platform/data-saver.ts';
import { readSession } from '../platform/session/session.ts';
import { fetchAheadOnSignIn } from './fetch-ahead.ts';
import { keepPushSaved } from './keep-push.ts';
import { keepStorageTidy } from './keep-storage-tidy.ts';
import { keepDeviceProven } from './prove-device.ts';

/** With data saver on, visitors fetch only the pages that they open; users need the app offline. */
async function cacheCode(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (isSavingData() && (await readSession()) !== 'signed-in') return;
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
