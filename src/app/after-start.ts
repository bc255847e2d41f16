import { awaitCalm } from '../platform/calm.ts';
import { tryTwice } from '../platform/lazy/try-twice.ts';
import { keepFresh } from './keep-fresh.ts';
import { vibrateWithToasts } from './vibrate-with-toasts.ts';
import { offerLostCode } from './watch/offer-lost-code.ts';
import { offerUpdates } from './watch/offer-updates.ts';
import { watchBadge } from './watch/watch-badge.ts';
import { watchKeys } from './watch/watch-keys.ts';
import { watchPremium } from './watch/watch-premium.ts';
import { watchOutsideLinks } from './watch/watch-outside-links.ts';
import { watchReferrals } from './watch/watch-referrals.ts';
import { watchTheme } from '../platform/theme.ts';

export async function afterStart(): Promise<void> {
  offerLostCode();
  watchKeys();
  watchTheme();
  offerUpdates();
  watchOutsideLinks();
  watchReferrals();
  vibrateWithToasts();
  watchPremium();
  watchBadge();
  void keepFresh().then(awaitCalm);
  await tryTwice(() => import('./background-work.ts')).then(
    ({ startBackgroundWork }) => startBackgroundWork(),
    () => undefined,
  );
}
