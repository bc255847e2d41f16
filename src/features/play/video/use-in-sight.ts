import { useEffect, useRef, type RefObject } from 'react';

/** From this share of an element on it counts as seen. */
const SEEN = 0.5;

/** Tells when most of an element comes into sight and when it leaves. */
export function useInSight(
  element: RefObject<Element | null>,
  onChange: (isInSight: boolean) => void,
): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) latest.current(last.intersectionRatio >= SEEN);
      },
      { threshold: SEEN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
