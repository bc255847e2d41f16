/** The oldest browsers lack `AbortSignal.timeout`; this one aborts with an `AbortError`. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
