import { LOCAL } from '../../../contract/storage-keys.ts';
import { readKey, writeKey } from '../storage/small-keys.ts';
import { createStore } from '../store.ts';

/** Only Chromium has this event, so TypeScript's library has no type for it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const held = createStore<InstallPrompt | undefined>(undefined);

/** Call it once and early, because the browser fires the event only once. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    held.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => held.set(undefined));
}

export const deferredPrompt = held.get;

export function takePrompt(): InstallPrompt | undefined {
  const taken = held.get();
  held.set(undefined);
  return taken;
}

export const subscribeToPrompt = held.subscribe;

/** Installing is offered only after the user has done something useful. */
export const noteEngagement = (): void => writeKey(LOCAL.hasActed, '1');

export const hasActed = (): boolean => readKey(LOCAL.hasActed) === '1';
