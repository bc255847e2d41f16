import { useCallback, useEffect, useRef, useState } from 'react';

import type { Redeemed } from '../../../../../workers/commands/redeem-voucher.ts';
import { navigate } from '../../../../platform/routing/router.tsx';

export interface ClaimedVoucher extends Pick<Redeemed, 'amount' | 'currency'> {
  readonly code: string;
  readonly at: Date;
}

/**
 * What lies on the counter of a till. It has an entry of the history, with the till's own address: the browser's way
 * back takes it off and leaves the till open.
 */
export function useCounter() {
  const [code, setCode] = useState<string>();
  const [isNext, setIsNext] = useState(false);
  const isLaid = useRef(false);
  const isMoving = useRef(false);
  const isClearing = useRef(false);
  const put = useCallback((next: string) => {
    isLaid.current = true;
    setCode(next);
    navigate(location.pathname);
  }, []);
  const takeOff = useCallback(() => {
    isLaid.current = false;
    setCode(undefined);
    setIsNext(true);
  }, []);
  const clear = useCallback(() => {
    takeOff();
    isClearing.current = true;
    history.back();
  }, [takeOff]);
  useEffect(() => {
    const till = location.pathname;
    const onPop = (): void => {
      const isOwn = isClearing.current;
      isClearing.current = false;
      if (isOwn || !isLaid.current || location.pathname !== till) return;
      if (isMoving.current) navigate(till);
      else takeOff();
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, [takeOff]);
  /** Whether money is moving: what lies there stays until it is known what became of it. */
  const setMoving = useCallback((moving: boolean) => {
    isMoving.current = moving;
  }, []);
  return { code, isNext, put, clear, setMoving };
}
