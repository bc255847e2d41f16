import { toast } from '../../platform/toast-store.ts';

/** The link out of the app that was tapped; undefined for anything else. */
function outsideLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && /^https?:$/.test(link.protocol) && link.origin !== location.origin
    ? link
    : undefined;
}

/** Offline a link out of the app says that it needs a network, where it would open a tab with an error. */
export function watchOutsideLinks(): void {
  addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !outsideLink(event.target)) return;
      event.preventDefault();
      // The user did not go there: the click is not counted.
      event.stopPropagation();
      toast('You are offline. This link needs a network.', { kind: 'error' });
    },
    true,
  );
}
