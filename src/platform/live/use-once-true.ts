import { useState } from 'react';

export function useOnceTrue(holds: boolean): boolean {
  const [hasHeld, setHasHeld] = useState(holds);
  if (holds && !hasHeld) setHasHeld(true);
  return holds || hasHeld;
}
