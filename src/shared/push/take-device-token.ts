import type { PushConfig } from '../../../contract/notifications/calls.ts';
import { SECOND_MS } from '../../../contract/durations.ts';

/** A browser without a way to its push service waits without end. */
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

/**
 * Gets this device's token from the push service that the server names: Firebase, whose code is fetched only now, or
 * the sandbox, to which any name will do.
 * @throws where the browser or the service refuses, or does not answer in time
 */
export async function takeDeviceToken({ kind, web }: PushConfig): Promise<string> {
  if (kind === 'sandbox' || !web) return `sandbox-${crypto.randomUUID()}`;
  const [{ takeFirebaseToken }, registration] = await within(
    Promise.all([import('./firebase-token.ts'), navigator.serviceWorker.ready]),
  );
  return within(takeFirebaseToken(web, registration));
}

/** Ends the subscription of this browser, whichever service it is of. What fails is left: the server sends no more. */
export async function dropSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await within(
      (async () => (await registration?.pushManager.getSubscription())?.unsubscribe())(),
    );
  } catch {
    // A token without a subscription is one that the service knows no more.
  }
}
