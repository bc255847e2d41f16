import { nativeBridge } from './bridge.ts';

const PATTERNS = { success: [60], error: [40, 60, 40] } as const;

export function vibrate(outcome: keyof typeof PATTERNS): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const pattern = PATTERNS[outcome];
  const bridge = nativeBridge();
  try {
    if (bridge?.vibrate) bridge.vibrate(pattern);
    // Browsers refuse vibration before the first tap and log a warning.
    else if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive)
      navigator.vibrate([...pattern]);
  } catch {
    // An error of the wrapper must not fail the finished action.
  }
}
