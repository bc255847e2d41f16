import { useEffect, useRef, useState, type ReactElement } from 'react';

import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import css from './prizes-below.module.css';

const PrizeFeed = lazyComponent(async () => (await import('./prize-feed.tsx')).PrizeFeed);

/** Begins a little before it is seen. */
const AHEAD = '200px';

/** The newest prizes, below everything else: their code comes once they are scrolled to, and room is kept for them. */
export function PrizesBelow(): ReactElement {
  const place = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={place} className={css['place']} aria-label="Prizes paid">
      {isNear && <PrizeFeed />}
    </section>
  );
}
