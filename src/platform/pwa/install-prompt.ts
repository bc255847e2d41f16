import { createListeners } from '../../../local/listeners.ts';

/** What Chromium offers before it would ask by itself; not in the standard library's types. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let held: InstallPrompt | undefined;
const listeners = createListeners();

function hold(next: InstallPrompt | undefined): void {
  held = next;
  listeners.notify();
}

/** Keeps the browser's offer for our own card. Call once, early: the event comes only once. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    hold(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => hold(undefined));
}

/** The browser's offer, if it made one. */
export const deferredPrompt = (): InstallPrompt | undefined => held;

/** Takes the offer, which is good once. */
export function takePrompt(): InstallPrompt | undefined {
  const taken = held;
  hold(undefined);
  return taken;
}

/** For `useSyncExternalStore`. */
export const subscribeToPrompt = listeners.add;
