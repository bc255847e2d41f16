const tell = (event: ErrorEvent | PromiseRejectionEvent): void =>
  void import('./send-fault.ts')
    .then(({ sendFault }) => sendFault(event))
    // One that cannot be told is not told.
    .catch(() => undefined);

/**
 * Tells the server of faults of the app: whatever is not caught, or is reported, as React and the data worker's
 * page do. What that takes is fetched when there is one.
 */
export function watchFaults(): void {
  addEventListener('error', tell);
  addEventListener('unhandledrejection', tell);
}
