import { useLayoutEffect, useRef, type RefObject } from 'react';

import { useAppLocation } from '../../../platform/routing/router.tsx';

/**
 * The room between header and page that the bar about the network stands in. When it comes, the page is
 * scrolled by as much: nothing on the screen moves, and what the bar covers then is reached by scrolling up.
 * It is given back with the next page, where there is nothing yet that would move.
 */
export function useBarRoom(isShown: boolean): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null);
  const { path } = useAppLocation();
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    // A document that is opened without a network has the room from its first paint on: see the script in its head.
    if (isShown && dataset['offline'] === undefined) {
      dataset['offline'] = '';
      scrollBy({ top: room.current?.offsetHeight ?? 0, behavior: 'instant' });
    } else if (!isShown && shownPath.current !== path) {
      delete dataset['offline'];
    }
    shownPath.current = path;
  }, [isShown, path]);
  return room;
}
