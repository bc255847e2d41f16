import { routeFor } from './match-route.ts';

export function preloadLinks(): void {
  const onHint = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin) return;
    routeFor(link.pathname)
      .page.preload()
      .catch(() => undefined);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, onHint, { passive: true });
  }
}
