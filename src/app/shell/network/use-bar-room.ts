import { useLayoutEffect, useRef, type RefObject } from 'react';

import { useAppLocation } from '../../../platform/routing/router.tsx';

/** Scrolls the page by the bar's height when it appears, so that nothing on screen moves. */
export function useBarRoom(isShown: boolean): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null);
  const { path } = useAppLocation();
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    // A document that is opened offline has the bar's space from its first paint.
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
