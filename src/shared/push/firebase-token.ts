import { getApps, initializeApp } from 'firebase/app';
import { getMessaging, getToken, isSupported } from 'firebase/messaging';

import type { PushConfig } from '../../../contract/notifications/calls.ts';

type WebPush = NonNullable<PushConfig['web']>;

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

export async function takeFirebaseToken(
  { api_key, project_id, app_id, sender_id, vapid_key }: WebPush,
  registration: ServiceWorkerRegistration,
): Promise<string> {
  if (!(await isSupported())) throw new Error('this browser has no push');
  // The library would reuse a subscription that was made with another key.
  const subscription = await registration.pushManager.getSubscription();
  if (subscription && keyOf(subscription) !== vapid_key.replace(/=+$/, ''))
    await subscription.unsubscribe();
  const app =
    getApps()[0] ??
    initializeApp({
      apiKey: api_key,
      projectId: project_id,
      appId: app_id,
      messagingSenderId: sender_id,
    });
  return getToken(getMessaging(app), {
    vapidKey: vapid_key,
    serviceWorkerRegistration: registration,
  });
}
