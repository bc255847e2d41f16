import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';

/*
 * What a guess needs on screen. None of it shows before a tap, so neither its code nor its styles
 * are in the page's first load; they are fetched right after, and together.
 */
export const GuessOverlay = lazyComponent(
  async () => (await import('./guess-overlay.tsx')).GuessOverlay,
);
export const GuessTray = lazyComponent(async () => (await import('./guess-tray.tsx')).GuessTray);
export const WaitBanner = lazyComponent(async () => (await import('./wait-banner.tsx')).WaitBanner);
export const WinDialog = lazyComponent(
  async () => (await import('../win/win-dialog.tsx')).WinDialog,
);

/** Fetches all of it. @throws when the network is gone and the device has no copy */
export async function loadGuess(): Promise<void> {
  await Promise.all([
    GuessOverlay.preload(),
    GuessTray.preload(),
    WaitBanner.preload(),
    WinDialog.preload(),
  ]);
}
