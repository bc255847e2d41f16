import { useEffect, useRef, type RefObject } from 'react';

const NAVBAR_TOP_PX = 20;

/** A finger that rests trembles by less than this. In px. */
const JITTER_PX = 4;

/** Hides the header while the page is scrolled down; scrolling up or being near the top brings it back. */
export function useHidingHeader(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    let lastY = scrollY;
    let frame = 0;
    const update = (): void => {
      frame = 0;
      // The room of the bar about the network comes and goes with a scroll of its own.
      const y =
        scrollY - ((header.current?.nextElementSibling as HTMLElement | null)?.offsetHeight ?? 0);
      if (Math.abs(y - lastY) < JITTER_PX && y > NAVBAR_TOP_PX) return;
      header.current?.toggleAttribute('data-hidden', y > lastY && y > NAVBAR_TOP_PX);
      lastY = y;
    };
    // At most once a frame, and it only reads what the browser knows already: no layout is forced.
    const onScroll = (): void => {
      frame ||= requestAnimationFrame(update);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, []);
  return header;
}
