import type { ErrorRow } from './money-errors.ts';

/** Every page loads these rows, so they are separate from the rest of the catalogue. */
export const DEVICE_ERRORS = {
  network: { status: 0, retry: 'same-key', message: 'Network error occurred' },
  timeout: {
    status: 0,
    retry: 'same-key',
    message: 'No response received from server. Check your connection.',
  },
  offline: {
    status: 0,
    retry: 'later',
    message: 'You are offline. Connect to the internet to do this.',
  },
  passkey_not_given: {
    status: 0,
    retry: 'later',
    message: 'Your device has confirmed nothing. Please try again.',
  },
  passkey_known: { status: 0, retry: 'never', message: 'This device is set up already' },
  worker_failed: { status: 0, retry: 'later', message: 'An error occurred. Please try again.' },
  storage_full: { status: 0, retry: 'later', message: 'The storage of this device is full' },
} as const satisfies Readonly<Record<string, ErrorRow>>;
