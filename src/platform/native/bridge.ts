/** The version of the calls below that this app speaks; see docs/native-wrapper.md. */
const BRIDGE_VERSION = 1;

/** What a native wrapper offers to the app inside it. What it has not it leaves out. */
export interface NativeBridge {
  readonly version: typeof BRIDGE_VERSION;
  /** Opens the camera until a code was read. What it answers comes from outside and is not believed. */
  readonly scan?: () => Promise<unknown>;
  /** @param pattern ms of vibration and pause in turn, as `navigator.vibrate` takes it */
  readonly vibrate?: (pattern: readonly number[]) => unknown;
}

/** The wrapper around this page; undefined in a browser, and in one that speaks another version. */
export function nativeBridge(): NativeBridge | undefined {
  const { GoodiesNative: bridge } = globalThis as { GoodiesNative?: Partial<NativeBridge> };
  return bridge?.version === BRIDGE_VERSION ? (bridge as NativeBridge) : undefined;
}
