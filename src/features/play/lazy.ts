import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { tryTwice } from '../../platform/lazy/promises.ts';

/*
 * What a guess needs. None of it is of use before a tap, so neither its code nor its styles
 * are in the page's first load; they are fetched right after, and together.
 */
export const GuessOverlay = lazyComponent(
  async () => (await import('./guess/guess-overlay.tsx')).GuessOverlay,
);
export const GuessTray = lazyComponent(
  async () => (await import('./guess/guess-tray.tsx')).GuessTray,
);
export const WaitBanner = lazyComponent(
  async () => (await import('./guess/wait-banner.tsx')).WaitBanner,
);
export const TriesLine = lazyComponent(
  async () => (await import('./guess/tries-line.tsx')).TriesLine,
);
export const WinDialog = lazyComponent(
  async () => (await import('./win/win-dialog.tsx')).WinDialog,
);

/** Fetches all of it. @returns what sends a guess. @throws when the network is gone and the device has no copy */
export async function loadGuess() {
  const [{ sendGuess }] = await Promise.all([
    tryTwice(() => import('./guess/send-guess.ts')),
    GuessOverlay.preload(),
    GuessTray.preload(),
    WaitBanner.preload(),
    TriesLine.preload(),
    WinDialog.preload(),
  ]);
  return sendGuess;
}

/** The code with a mark on every digit that keeps its promise; what checks it is fetched after hydration. */
export const ProvedCode = lazyComponent(
  async () => (await import('./fairness/proved-code.tsx')).ProvedCode,
);

/** A voucher's page for the user who won it; few ever see it. */
export const WinnerView = lazyComponent(
  async () => (await import('./win/winner-view.tsx')).WinnerView,
);

/** What a foreign prize is worth: not what people look at first, so its code comes after hydration. */
export const ConvertedPrize = lazyComponent(
  async () => (await import('./game/converted-prize.tsx')).ConvertedPrize,
);
