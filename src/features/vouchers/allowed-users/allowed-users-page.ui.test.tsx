import { expect, test } from 'vitest';

import type { AllowedUsersRow } from '../../../../local/rows.ts';
import { ULID_A } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { AllowedList } from './allowed-users-page.tsx';

const row: AllowedUsersRow = {
  ulid: ULID_A,
  users: ['kofi', 'uche@mail.test'].map((username, id) => {
    return { id, username, avatar: null, added_at: '2026-11-16T10:00:00.000Z' };
  }),
  fetchedAt: 0,
};
const list = (isClosed: boolean): HTMLElement =>
  render(<AllowedList row={row} isClosed={isClosed} />).container;

test('people are taken off the list only while there is something to guess', () => {
  const open = list(false);
  for (const name of ['@kofi', 'uche@mail.test'])
    expect(open.querySelector(`[aria-label="Remove ${name}"]`), name).not.toBeNull();
  const closed = list(true);
  expect(closed.textContent).toContain('@kofi');
  expect(closed.querySelector('button')).toBeNull();
});
