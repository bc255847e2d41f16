import { expect, test } from 'vitest';

import type { AllowedUsersRow } from '../../../local/rows.ts';
import { ULID_A } from '../../../local/testing/samples.ts';
import { render } from '../../ui/test-render.ts';
import { AllowedList } from './allowed-list.tsx';

const row: AllowedUsersRow = {
  ulid: ULID_A,
  users: [{ id: 7, username: 'kofi', avatar: null, added_at: '2026-11-16T10:00:00.000Z' }],
  fetchedAt: 0,
};
const list = (isClosed: boolean): HTMLElement =>
  render(
    <AllowedList row={row} failure={undefined} onRetry={() => undefined} isClosed={isClosed} />,
  ).container;

test('people are taken off the list only while there is something to guess', () => {
  expect(list(false).querySelector('[aria-label="Remove @kofi"]')).not.toBeNull();
  const closed = list(true);
  expect(closed.textContent).toContain('@kofi');
  expect(closed.querySelector('button')).toBeNull();
});
