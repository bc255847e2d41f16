import { fetchAheadOnSignIn } from './fetch-ahead.ts';
import { keepFresh } from './keep-fresh.ts';
import { keepPushSaved } from './keep-push.ts';
import { keepDeviceProven } from './prove-device.ts';
import { vibrateWithToasts } from './vibrate-with-toasts.ts';
import { watchKeys } from './watch-keys.ts';
import { watchPremium } from './watch-premium.ts';
import { watchOutsideLinks } from './watch-outside-links.ts';

/** What the app does by itself for as long as it is open, and no first screen waits for. */
export async function afterStart(): Promise<void> {
  watchKeys();
  watchOutsideLinks();
  vibrateWithToasts();
  fetchAheadOnSignIn();
  keepDeviceProven();
  watchPremium();
  keepPushSaved();
  await keepFresh();
}
