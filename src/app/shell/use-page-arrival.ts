import { useEffect, useRef } from 'react';

import { useAppLocation } from '../../platform/routing/router.tsx';
import { documentTitle } from '../document-title.ts';

/** After a navigation: the document's title, and the focus on the new page's heading, which says where one is. */
export function usePageArrival(title: string): void {
  const { path, cause } = useAppLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // The document came with a title of its own, which may say more than the route's.
    if (wasFirst) return;
    document.title = documentTitle(title);
    // The rest of a page that was still opening is no navigation.
    if (cause === 'initial') return;
    const heading = document.querySelector<HTMLElement>('#main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    // The path stands for the page: a new query within it must not move the focus.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [path]);
}
