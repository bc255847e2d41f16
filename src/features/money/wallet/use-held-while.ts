import { useState } from 'react';

/** The newest value; while `isHeld`, the one from before: what lies behind a sheet does not move. */
export function useHeldWhile<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isHeld && kept !== value) setKept(value);
  return isHeld ? kept : value;
}
