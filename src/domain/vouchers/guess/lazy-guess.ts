import { lazyPart } from '../../../platform/lazy/lazy-component.tsx';

/*
 * What a guess needs on screen. None of it shows before somebody taps, so neither its code nor its styles
 * are in the page's first load; they are fetched right after, and together.
 */
export const GuessOverlay = lazyPart(
  async () => (await import('./guess-overlay.tsx')).GuessOverlay,
);
export const GuessTray = lazyPart(async () => (await import('./guess-tray.tsx')).GuessTray);
export const WaitBanner = lazyPart(async () => (await import('./wait-banner.tsx')).WaitBanner);
export const WinDialog = lazyPart(async () => (await import('../win/win-dialog.tsx')).WinDialog);

/** Fetches all of it. @throws when the network is gone and the device has no copy */
export async function loadGuessParts(): Promise<void> {
  await Promise.all([
    GuessOverlay.preload(),
    GuessTray.preload(),
    WaitBanner.preload(),
    WinDialog.preload(),
  ]);
}
