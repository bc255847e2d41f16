import { useSyncExternalStore } from 'react';

import { INSTALL_SUPPRESS_MS } from '../../../contract/constants.ts';
import { LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';

/** What Chromium offers before it would ask by itself; not in the standard library's types. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: BeforeInstallPromptEvent | undefined;
const listeners = createListeners();

function become(next: BeforeInstallPromptEvent | undefined): void {
  offer = next;
  listeners.notify();
}

function dismissedAt(): number {
  try {
    return Number(localStorage.getItem(LOCAL.installDismissedAt)) || 0;
  } catch {
    return 0;
  }
}

function rememberDismissal(now: number): void {
  try {
    localStorage.setItem(LOCAL.installDismissedAt, String(now));
  } catch {
    // Without localStorage the card comes back with the next start.
  }
}

/** Whether a dismissal at `at` still holds. Times in ms since the epoch; 0 = never dismissed. */
export const isSuppressed = (at: number, now: number): boolean =>
  at > 0 && now - at < INSTALL_SUPPRESS_MS;

/** Keeps the browser's offer for our own card. Call once, early: the event comes only once. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (!isSuppressed(dismissedAt(), Date.now())) become(event as BeforeInstallPromptEvent);
  });
  addEventListener('appinstalled', () => become(undefined));
}

/** Asks the browser to install the app; a refusal counts as a dismissal. */
export async function install(): Promise<void> {
  const asked = offer;
  become(undefined);
  const choice = await asked?.prompt();
  if (choice?.outcome === 'dismissed') rememberDismissal(Date.now());
}

/** Puts the card away for three days. */
export function dismissInstall(): void {
  rememberDismissal(Date.now());
  become(undefined);
}

/** Whether the app can be installed now and the card was not put away lately. */
export const useCanInstall = (): boolean =>
  useSyncExternalStore(
    listeners.add,
    () => offer !== undefined,
    () => false,
  );
