import { afterEach, expect, test, vi } from 'vitest';

import { currentToasts, dismissToast, notify, toast } from '../platform/toast-store.ts';
import { vibrateWithToasts } from './vibrate-with-toasts.ts';

const felt = vi.hoisted((): string[] => []);
vi.mock('../platform/native/vibrate.ts', () => ({
  vibrate: (outcome: string) => felt.push(outcome),
}));

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('what went well or wrong is felt, once; the rest is not', () => {
  vibrateWithToasts();
  toast('Just so');
  notify('Done', { kind: 'success' });
  toast('Failed', { kind: 'error' });
  // The same words restart the one that stands.
  toast('Failed', { kind: 'error' });
  expect(felt).toEqual(['success', 'error']);
});
