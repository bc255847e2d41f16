import type { User } from '../../contract/accounts.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { getDatabase } from '../../local/database.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import { awaitFirstScreen } from '../platform/network-idle.ts';
import { serverNow } from '../platform/clock/server-time.ts';
import { tryTwice } from '../platform/lazy/promises.ts';
import { followRead } from '../platform/live/shared-query.ts';
import { vibrate } from '../platform/native.ts';
import { watchUpdates } from '../platform/pwa/updates.ts';
import { readSession } from '../platform/session/session.ts';
import { watchTheme } from '../platform/theme.ts';
import { notify, toast, toasts } from '../platform/toast-store.ts';
import { callWorker, pendingCalls } from '../platform/worker/data-worker.ts';
import { captureReferral } from '../shared/accounts/referral.ts';
import { keepFresh } from './keep-fresh.ts';
import { offerLostCode } from './offer-lost-code.ts';

export function vibrateWithToasts(): void {
  let lastId = 0;
  toasts.subscribe(() => {
    const newest = toasts.get().at(-1);
    if (!newest || newest.id <= lastId) return;
    lastId = newest.id;
    if (newest.kind !== 'info') vibrate(newest.kind);
  });
}

/** Marks keyboard use, because a heading shows a focus ring only then. */
export function watchKeys(): void {
  const { dataset } = document.documentElement;
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') dataset['keys'] = '';
    },
    true,
  );
  addEventListener('pointerdown', () => delete dataset['keys'], true);
}

function outsideLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && /^https?:$/.test(link.protocol) && link.origin !== location.origin
    ? link
    : undefined;
}

/** A link out of the app would open a tab with an error while the device is offline. */
export function watchOutsideLinks(): void {
  addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !outsideLink(event.target)) return;
      event.preventDefault();
      // The link was not opened, so the click must not be counted.
      event.stopPropagation();
      toast('You are offline. This link needs a network.', { kind: 'error' });
    },
    true,
  );
}

/** A signed-in user cannot sign up, so a stored code would count for the next person. */
async function captureOfVisitor(): Promise<void> {
  const { search } = location;
  if (search !== '' && (await readSession()) === 'signed-out') await captureReferral(search);
}

export function watchReferrals(): void {
  for (const name of ['pushState', 'replaceState'])
    addEventListener(name, () => void captureOfVisitor());
}

type IconBadge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

export function showBadge(icon: IconBadge, unread: number): void {
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  done?.catch(() => undefined);
}

type Member = Pick<User, 'id' | 'is_premium'>;

export const hasChanged = (before: Member | undefined, now: Member | undefined): boolean =>
  before !== undefined && before.id === now?.id && before.is_premium !== now.is_premium;

async function refreshWaits(): Promise<void> {
  const running = (await getDatabase().waits.toArray()).filter(
    (wait) => wait.untilMs > serverNow(),
  );
  for (const { ulid } of running)
    await callWorker((worker) => worker.refreshVoucher(ulid, { force: true }));
}

/** Shows the unread count and announces a changed premium status (spec section 4). */
export function watchUser(): void {
  addEventListener(EVENTS.premiumStatusChanged, () => void refreshWaits());
  let known: Member | undefined;
  followRead(readUser, [], {
    next: (row) => {
      const user = row?.user;
      // A push only increases the badge, so reading notifications must decrease it here.
      if (user?.unread_notifications !== undefined) showBadge(navigator, user.unread_notifications);
      if (hasChanged(known, user)) dispatchEvent(new CustomEvent(EVENTS.premiumStatusChanged));
      known = user;
    },
  });
}

export function offerUpdates(): void {
  // In development there is no service worker.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  void watchUpdates({
    container: navigator.serviceWorker,
    document,
    isBusy: () => pendingCalls() > 0,
    offer: (take) =>
      notify('A new version is ready', {
        detail: 'It takes a second.',
        durationMs: 0,
        action: { label: 'Update', onSelect: take },
      }),
    reload: () => location.reload(),
    isOnline: () => navigator.onLine,
  });
}

export async function afterStart(): Promise<void> {
  offerLostCode();
  watchKeys();
  watchTheme();
  offerUpdates();
  watchOutsideLinks();
  watchReferrals();
  vibrateWithToasts();
  watchUser();
  void keepFresh().then(awaitFirstScreen);
  await tryTwice(() => import('./background-work.ts')).then(
    ({ startBackgroundWork }) => startBackgroundWork(),
    () => undefined,
  );
}
