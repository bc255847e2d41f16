import { routeFor } from './match-route.ts';

/** Fetches the code of a page as soon as a finger, pointer or the keyboard's focus is on a link to it. */
export function preloadLinks(): void {
  const onHint = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin) return;
    // A failure shows when the page is opened, with a way to try again.
    routeFor(link.pathname)
      .page.preload()
      .catch(() => undefined);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, onHint, { passive: true });
  }
}
