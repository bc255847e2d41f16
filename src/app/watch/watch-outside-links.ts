import { toast } from '../../platform/toast-store.ts';

function outsideLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && /^https?:$/.test(link.protocol) && link.origin !== location.origin
    ? link
    : undefined;
}

/** A link out of the app would open a tab with an error while the device is offline. */
export function watchOutsideLinks(): void {
  addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !outsideLink(event.target)) return;
      event.preventDefault();
      // The link was not opened, so the click must not be counted.
      event.stopPropagation();
      toast('You are offline. This link needs a network.', { kind: 'error' });
    },
    true,
  );
}
