import { errorMessage } from '../../../contract/errors.ts';
import type { PushConfig, PushTokenBody } from '../../../contract/notifications/calls.ts';
import { SECOND_MS } from '../../../contract/durations.ts';
import { notify, toast } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { isFirstWelcome, notifyPushState, writePushSavedAt } from './push-marks.ts';

const USER_AGENT_MAX_CHARS = 1000;

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

async function takeDeviceToken({ kind, web }: PushConfig): Promise<string> {
  if (kind === 'sandbox' || !web) return `sandbox-${crypto.randomUUID()}`;
  const [{ takeFirebaseToken }, registration] = await within(
    Promise.all([import('./firebase-token.ts'), navigator.serviceWorker.ready]),
  );
  return within(takeFirebaseToken(web, registration));
}

async function dropSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await within(
      (async () => (await registration?.pushManager.getSubscription())?.unsubscribe())(),
    );
  } catch {
    // A token without a subscription is invalid, so the server stops sending to it.
  }
}

const bodyOf = (token: string): PushTokenBody => ({
  token,
  device_type: 'web',
  device_info: {
    userAgent: navigator.userAgent.slice(0, USER_AGENT_MAX_CHARS),
    platform: navigator.platform,
    language: navigator.language,
  },
});

async function savePushToken(): Promise<boolean> {
  const config = await callWorker((worker) => worker.readPushConfig());
  if (!config.ok) return false;
  let token: string;
  try {
    token = await takeDeviceToken(config.value);
  } catch {
    return false;
  }
  const saved = await callWorker((worker) => worker.savePushToken(bodyOf(token)));
  if (saved.ok) writePushSavedAt(Date.now());
  return saved.ok;
}

function tellFailure(): void {
  notify('Notification Setup Failed', {
    kind: 'error',
    detail: errorMessage('notifications_setup_failed'),
    durationMs: 0,
    action: { label: 'Try again', onSelect: () => void enablePush() },
  });
}

export async function enablePush(): Promise<void> {
  // A click allows a permission request only for a moment, so this call comes first.
  const permission = await Notification.requestPermission();
  notifyPushState();
  if (permission !== 'granted') return;
  if (!(await savePushToken())) tellFailure();
  else if (isFirstWelcome()) notify('Notifications Enabled', { kind: 'success' });
}

export async function disablePush(): Promise<void> {
  const told = await callWorker((worker) => worker.savePushToken(undefined));
  if (!told.ok) {
    toast(told.error.message, { kind: 'error' });
    return;
  }
  writePushSavedAt(undefined);
  await dropSubscription();
}

export async function renewPush(): Promise<void> {
  if (Notification.permission === 'granted') await savePushToken();
  else await disablePush();
}
