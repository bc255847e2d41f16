import { createListeners } from '../../../local/listeners.ts';
import { LOCAL } from '../../../contract/storage-keys.ts';
import { readKey, writeKey } from '../storage/small-keys.ts';

/** Only Chromium has this event, so TypeScript's library has no type for it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let held: InstallPrompt | undefined;
const listeners = createListeners();

function hold(next: InstallPrompt | undefined): void {
  held = next;
  listeners.notify();
}

/** Call it once and early, because the browser fires the event only once. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    hold(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => hold(undefined));
}

export const deferredPrompt = (): InstallPrompt | undefined => held;

export function takePrompt(): InstallPrompt | undefined {
  const taken = held;
  hold(undefined);
  return taken;
}

export const subscribeToPrompt = listeners.add;

/** Installing is offered only after the user has done something useful. */
export const noteEngagement = (): void => writeKey(LOCAL.hasActed, '1');

export const hasActed = (): boolean => readKey(LOCAL.hasActed) === '1';
