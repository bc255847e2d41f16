import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

import { documentTitle } from '../../platform/document.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { topModal } from '../../ui/overlay/use-modal.ts';

/** Code that moves the focus by itself has done so after this time. */
const SETTLE_MS = 100;

function focusHeading(): boolean {
  const modal = topModal();
  const scope = modal ?? document.getElementById('main');
  const heading = scope?.querySelector<HTMLElement>(modal ? 'h2' : 'h1') ?? scope;
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  return document.activeElement === heading;
}

const isGone = (element: Element): boolean =>
  !element.isConnected || element.getClientRects().length === 0 || element.matches(':disabled');

/** Moves the focus to the heading when the focused element is removed or disabled. */
function keepFocus(isOwed: RefObject<boolean>): () => void {
  let last: unknown;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: Event): void => {
    last = target;
    isOwed.current = false;
  };
  const keep = (): void => {
    timer = undefined;
    if (document.activeElement !== document.body) return;
    if (isOwed.current || (last instanceof Element && isGone(last)))
      isOwed.current = !focusHeading();
  };
  // A disabled element loses the focus only with the next frame.
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(keep, SETTLE_MS);
  });
  addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', onFocus);
    observer.disconnect();
    clearTimeout(timer);
  };
}

export function usePageArrival(title: string): void {
  const { path, cause } = useAppLocation();
  const titledAt = useRef(path);
  // A page may set another title later, so only a new path sets the route's.
  const setTitle = useEffectEvent(() => {
    document.title = documentTitle(title);
  });
  useLayoutEffect(() => {
    // At first the server's title stands, which may be more specific than the route's.
    if (titledAt.current === path) return;
    titledAt.current = path;
    setTitle();
  }, [path]);
  const arrivedAt = useRef(path);
  const isOwed = useRef(false);
  // A new query within the page must not move the focus.
  const arrive = useEffectEvent(() => {
    if (cause !== 'initial') isOwed.current = !focusHeading();
  });
  useEffect(() => {
    if (arrivedAt.current === path) return;
    arrivedAt.current = path;
    arrive();
  }, [path]);
  useEffect(() => keepFocus(isOwed), []);
}
