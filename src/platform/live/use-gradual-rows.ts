import { useEffect, useState } from 'react';

/** Adds rows frame by frame, because a slow phone would freeze for a whole page of them. */
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
