const BRIDGE_VERSION = 1;

/** The functions of a native wrapper; docs/native-wrapper.md describes them. */
export interface NativeBridge {
  readonly version: typeof BRIDGE_VERSION;
  /** The result comes from outside, so the caller must validate it. */
  readonly scan?: () => Promise<unknown>;
  readonly vibrate?: (pattern: readonly number[]) => unknown;
}

export function nativeBridge(): NativeBridge | undefined {
  const { GoodiesNative: bridge } = globalThis as { GoodiesNative?: Partial<NativeBridge> };
  return bridge?.version === BRIDGE_VERSION ? (bridge as NativeBridge) : undefined;
}

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
