import { useEffect, useState } from 'react';

export function useFrameLater(holds: boolean): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    if (!holds) return undefined;
    const frame = requestAnimationFrame(() => setIsLater(true));
    return () => cancelAnimationFrame(frame);
  }, [holds]);
  return holds && isLater;
}
