import { useEffect, useEffectEvent } from 'react';

/** @param onBack runs when the browser's Back restores the page from its cache */
export function useRestored(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) back();
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);
}
