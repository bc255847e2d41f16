import { useEffect, useState } from 'react';

/**
 * The first of a list's rows, and some more in each frame after: a phone whose processor is four times slower than a
 * desk's does not stand still for a whole page of them.
 * @param rows in the order they are shown in; more of them later go on from those that are there
 * @param list what the rows are of; those of another list begin anew
 * @param perFrame as many as such a phone draws in 50 ms; of tickets that is one
 */
export function useGradualRows<Row>(
  rows: readonly Row[],
  list: string,
  perFrame = 1,
): readonly Row[] {
  const [growth, setGrowth] = useState({ list, shown: perFrame });
  const shown = growth.list === list ? growth.shown : perFrame;
  const isWhole = shown >= rows.length;
  useEffect(() => {
    if (isWhole) return undefined;
    const frame = requestAnimationFrame(() => setGrowth({ list, shown: shown + perFrame }));
    return () => cancelAnimationFrame(frame);
  }, [isWhole, list, shown, perFrame]);
  return isWhole ? rows : rows.slice(0, shown);
}
