import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import { documentTitle } from '../../platform/document/document-title.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { topModal } from '../../ui/overlay/use-modal.ts';

/** What itself puts the focus somewhere, once something was removed, has done so by then. */
const SETTLE_MS = 100;

/**
 * The heading says where one is: of the dialog that lies over the page, or of the page.
 * @returns whether it has the focus now; it has not where it is to come
 */
function focusHeading(): boolean {
  const modal = topModal();
  const scope = modal ?? document.getElementById('main');
  const heading = scope?.querySelector<HTMLElement>(modal ? 'h2' : 'h1') ?? scope;
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  return document.activeElement === heading;
}

/** Removed, hidden as a closed dialog is, or out of use. */
const isGone = (element: Element): boolean =>
  !element.isConnected || element.getClientRects().length === 0 || element.matches(':disabled');

/**
 * Brings the focus to the heading when what had it is gone: a button that has done its work, or the heading of a page
 * that was loading.
 * @param isOwed a page that was gone to has not got the focus yet
 */
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
  // Not at once: what is out of use loses the focus with the next frame.
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

/** After a navigation: the document's title, and the focus on the new page's heading. */
export function usePageArrival(title: string): void {
  const { path, cause } = useAppLocation();
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // The document came with a title of its own, which may say more than the route's.
    if (!wasFirst) document.title = documentTitle(title);
    // oxlint-disable-next-line react/exhaustive-deps -- a page may have set another one meanwhile
  }, [path]);
  const arrivedAt = useRef(path);
  const isOwed = useRef(false);
  useEffect(() => {
    if (arrivedAt.current === path) return;
    arrivedAt.current = path;
    // The rest of a page that was still opening is no navigation.
    if (cause !== 'initial') isOwed.current = !focusHeading();
    // oxlint-disable-next-line react/exhaustive-deps -- a new query within the page must not move the focus
  }, [path]);
  useEffect(() => keepFocus(isOwed), []);
}
