import { useRef, useState } from 'react';

/**
 * A choice that shows at once, and stands until the server has answered: what is wanted, and how to want something
 * else. Changes are sent one after the other, so that what was wanted last arrives last.
 * @param send tells the server, and the user where it refuses; the first is called at once, within the tap
 */
export function useWanted<T>(
  send: (next: T) => Promise<void>,
): readonly [wanted: T | undefined, want: (next: T) => void] {
  const [wanted, setWanted] = useState<T>();
  const last = useRef<Promise<void>>(undefined);
  const want = async (next: T): Promise<void> => {
    setWanted(() => next);
    const before = last.current;
    const takeTurn = async (): Promise<void> => {
      if (before) await before;
      await send(next);
    };
    const mine = takeTurn();
    last.current = mine;
    await mine;
    if (last.current !== mine) return;
    last.current = undefined;
    setWanted(undefined);
  };
  return [wanted, (next) => void want(next)];
}
