import { nativeBridge } from './bridge.ts';

/** ms of vibration and pause in turn: one long for what went well, two short ones for what did not. */
const PATTERNS = { success: [60], error: [40, 60, 40] } as const;

/** Tells the hand how something went (spec 8), unless the device is to move less or cannot. */
export function vibrate(outcome: keyof typeof PATTERNS): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const pattern = PATTERNS[outcome];
  const bridge = nativeBridge();
  try {
    if (bridge?.vibrate) bridge.vibrate(pattern);
    // Before the first tap browsers refuse it, and say so in the console.
    else if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive)
      navigator.vibrate([...pattern]);
  } catch {
    // A wrapper's fault must not undo what went well.
  }
}
