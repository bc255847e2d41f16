import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Redeemed } from '../../../../../workers/commands/redeem-voucher.ts';
import { navigate } from '../../../../platform/routing/router.tsx';

export interface ClaimedVoucher extends Pick<Redeemed, 'amount' | 'currency'> {
  readonly code: string;
  readonly at: Date;
}

/** What lies on the counter has an entry of the history, so that the browser's way back leaves the till open. */
export function useCounter() {
  const [code, setCode] = useState<string>();
  const [isNext, setIsNext] = useState(false);
  const isMoving = useRef(false);
  const isClearing = useRef(false);
  const put = (next: string): void => {
    setCode(next);
    navigate(location.pathname);
  };
  const takeOff = (): void => {
    setCode(undefined);
    setIsNext(true);
  };
  const clear = (): void => {
    takeOff();
    isClearing.current = true;
    history.back();
  };
  const leave = useEffectEvent((till: string) => {
    const isOwn = isClearing.current;
    isClearing.current = false;
    if (isOwn || code === undefined || location.pathname !== till) return;
    if (isMoving.current) navigate(till);
    else takeOff();
  });
  useEffect(() => {
    const till = location.pathname;
    const onPop = (): void => leave(till);
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  /** Whether money is moving: what lies there stays until it is known what became of it. */
  const setMoving = useCallback((moving: boolean) => {
    isMoving.current = moving;
  }, []);
  return { code, isNext, put, clear, setMoving };
}
