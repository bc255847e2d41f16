import type { PushConfig } from '../../../contract/notifications/calls.ts';
import { SECOND_MS } from '../../../contract/durations.ts';

/** A browser that cannot reach its push service never answers. */
const TIMEOUT_MS = 15 * SECOND_MS;

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the push service did not answer')),
      TIMEOUT_MS,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export async function takeDeviceToken({ kind, web }: PushConfig): Promise<string> {
  if (kind === 'sandbox' || !web) return `sandbox-${crypto.randomUUID()}`;
  const [{ takeFirebaseToken }, registration] = await within(
    Promise.all([import('./firebase-token.ts'), navigator.serviceWorker.ready]),
  );
  return within(takeFirebaseToken(web, registration));
}

export async function dropSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await within(
      (async () => (await registration?.pushManager.getSubscription())?.unsubscribe())(),
    );
  } catch {
    // A token without a subscription is invalid, so the server stops sending to it.
  }
}
