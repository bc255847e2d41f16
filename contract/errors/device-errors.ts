type Retry =
  | 'never'
  /** Unknown whether the server handled it: repeat with the same idempotency key. */
  | 'same-key'
  /** The server did not handle it: it can be tried again after a while. */
  | 'later';

export interface ErrorRow {
  readonly status: number;
  readonly retry: Retry;
  readonly message: string;
}

type Row = (status: number, message: string) => ErrorRow;
export const never: Row = (status, message) => ({ status, retry: 'never', message });
export const sameKey: Row = (status, message) => ({ status, retry: 'same-key', message });
export const later: Row = (status, message) => ({ status, retry: 'later', message });

/** Every page loads these rows, so they are separate from the rest of the catalogue. */
export const DEVICE_ERRORS = {
  network: sameKey(0, 'Network error occurred'),
  timeout: sameKey(0, 'No response received from server. Check your connection.'),
  offline: later(0, 'You are offline. Connect to the internet to do this.'),
  pin_required: later(428, 'Enter your PIN'),
  passkey_required: later(428, 'Confirm with your fingerprint or face'),
  passkey_not_given: later(0, 'Your device did not confirm it. Please try again.'),
  passkey_known: never(0, 'This device is set up already'),
  worker_failed: later(0, 'An error occurred. Please try again.'),
  storage_full: later(0, 'This device has no space left'),
};
