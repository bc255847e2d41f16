import { useEffect, useState } from 'react';

/**
 * True from the frame after the one in which it holds, so that what is not seen first is drawn in a frame of its own:
 * a phone whose processor is four times slower than a desk's does not stand still for both.
 */
export function useFrameLater(holds: boolean): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    if (!holds) return undefined;
    const frame = requestAnimationFrame(() => setIsLater(true));
    return () => cancelAnimationFrame(frame);
  }, [holds]);
  return holds && isLater;
}
