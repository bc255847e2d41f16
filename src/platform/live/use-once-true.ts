import { useState } from 'react';

/** True from the first render on in which it holds, whatever comes after. */
export function useOnceTrue(holds: boolean): boolean {
  const [hasHeld, setHasHeld] = useState(holds);
  if (holds && !hasHeld) setHasHeld(true);
  return holds || hasHeld;
}
