/** As `AbortSignal.timeout`, which the oldest browsers do not have, but for its reason: an `AbortError`. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
