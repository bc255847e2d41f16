import { useEffect, useRef } from 'react';

/** Calls back when the payer comes to this very page again with the browser's Back, from a checkout they left. */
export function useBackFromCheckout(onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) latest.current();
    };
    globalThis.addEventListener('pageshow', shown);
    return () => globalThis.removeEventListener('pageshow', shown);
  }, []);
}
