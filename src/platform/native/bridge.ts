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
