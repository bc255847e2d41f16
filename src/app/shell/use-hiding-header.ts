import { useEffect, useRef, type RefObject } from 'react';

const NAVBAR_TOP_PX = 20;

/** A resting finger moves by less than this, in px. */
const JITTER_PX = 4;

export function useHidingHeader(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    let lastY = scrollY;
    let frame = 0;
    const update = (): void => {
      frame = 0;
      // The network bar scrolls the page by its own height, which is no user scroll.
      const y =
        scrollY - ((header.current?.nextElementSibling as HTMLElement | null)?.offsetHeight ?? 0);
      if (Math.abs(y - lastY) < JITTER_PX && y > NAVBAR_TOP_PX) return;
      header.current?.toggleAttribute('data-hidden', y > lastY && y > NAVBAR_TOP_PX);
      lastY = y;
    };
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
