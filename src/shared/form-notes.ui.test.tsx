import { beforeEach, expect, test, vi } from 'vitest';

import { DEVICE_ERRORS } from '../../contract/errors/device-errors.ts';
import type { Failure } from '../../contract/result.ts';
import type { Connectivity } from '../platform/connectivity.ts';
import { render } from '../ui/test-render.ts';
import { FormNotes } from './form-notes.tsx';

let connectivity: Connectivity;
vi.mock('../platform/connectivity.ts', () => ({ useConnectivity: () => connectivity }));
beforeEach(() => {
  connectivity = 'online';
});

const OFFLINE = { code: 'offline', ...DEVICE_ERRORS.offline } as const;
const notesOf = (failure?: Failure) =>
  [...render(<FormNotes failure={failure} />).container.children].map(
    ({ textContent }) => textContent,
  );

test('that there is no network is said once, whatever noticed it first', () => {
  expect(notesOf(OFFLINE)).toEqual([OFFLINE.message]);
  connectivity = 'offline';
  expect(notesOf(OFFLINE)).toEqual([OFFLINE.message]);
  expect(notesOf()).toEqual([OFFLINE.message]);
});

test('what the server refused stays while there is no network', () => {
  connectivity = 'offline';
  const refusal = { code: 'wallet_reserve_short', message: 'Not enough money' } as const;
  expect(notesOf(refusal)).toEqual(['Not enough money', OFFLINE.message]);
});
