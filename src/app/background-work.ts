import { fetchAheadOnSignIn } from './fetch-ahead.ts';
import { keepCode } from './keep-code.ts';
import { keepPushSaved } from './keep-push.ts';
import { keepStorageTidy } from './keep-storage-tidy.ts';
import { keepDeviceProven } from './prove-device.ts';

/** What the app does by itself for as long as it is open, and no screen ever waits for: its code comes last. */
export function startBackgroundWork(): void {
  fetchAheadOnSignIn();
  keepDeviceProven();
  keepPushSaved();
  keepStorageTidy();
  keepCode();
}
