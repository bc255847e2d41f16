const tell = (event: ErrorEvent | PromiseRejectionEvent): void =>
  void import('./send-fault.ts').then(({ sendFault }) => sendFault(event)).catch(() => undefined);

export function watchFaults(): void {
  addEventListener('error', tell);
  addEventListener('unhandledrejection', tell);
}
