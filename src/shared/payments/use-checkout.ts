import { useEffect, useRef } from 'react';

import { useTellIfLeft } from '../wallet/use-tell-if-left.ts';
import { isAskedOnPhone } from './payment-return.ts';

const NOT_OPENED = 'The checkout was not opened, as you had left. Nothing was taken.';

/**
 * Does not navigate after the user has left the form.
 * @param onBack runs when the browser's Back restores this page from its cache
 */
export function useCheckout(onBack: () => void): (url: string) => void {
  const latest = useRef(onBack);
  const tell = useTellIfLeft('Payment');
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
  return (url) => {
    if (!tell.isLeft()) return location.assign(url);
    const isOnPhone = isAskedOnPhone(new URL(url).searchParams);
    const text = isOnPhone ? 'Approve it on your phone.' : NOT_OPENED;
    tell.ended({ title: 'Not paid yet', tone: 'info', text });
  };
}
