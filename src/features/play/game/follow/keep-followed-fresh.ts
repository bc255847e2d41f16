import { HOUR_MS } from '../../../../../contract/durations.ts';
import { FOLLOWED_SYNC_TAG } from '../../../../../contract/storage-keys.ts';

/** How seldom the browser may ask; it decides itself, by how often the app is used. */
const MIN_INTERVAL_MS = 12 * HOUR_MS;

/** Chromium's own, for installed apps: no type of TypeScript has it. */
interface WithPeriodicSync {
  readonly periodicSync?: {
    readonly register: (tag: string, options: { readonly minInterval: number }) => Promise<void>;
  };
}

/**
 * Asks the browser to wake the service worker now and then for the vouchers that are followed. Where it cannot or
 * may not nothing happens: push tells of them, and their pages are fresh once they are opened.
 */
export async function keepFollowedFresh(): Promise<void> {
  try {
    const name = 'periodic-background-sync' as PermissionName;
    if ((await navigator.permissions.query({ name })).state !== 'granted') return;
    const { periodicSync } = (await navigator.serviceWorker.ready) as WithPeriodicSync &
      ServiceWorkerRegistration;
    await periodicSync?.register(FOLLOWED_SYNC_TAG, { minInterval: MIN_INTERVAL_MS });
  } catch {
    // Another browser, or one that refuses.
  }
}
