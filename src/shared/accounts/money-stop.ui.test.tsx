import { expect, test } from 'vitest';

import { OUTGOING_PAUSE_MS } from '../../../contract/accounts/outgoing-pause.ts';
import { one, render } from '../../ui/test-render.ts';
import { MoneyStop, type MoneyStopProps } from './money-stop.tsx';

const shown = (user: MoneyStopProps['user']): HTMLElement =>
  render(<MoneyStop user={user} />).container;
const pausedFor = (ms: number) => ({
  outgoing_paused_until: new Date(Date.now() + ms).toISOString(),
  outgoing_pause_reason: 'password' as const,
});

test('says from when money can leave, and why it cannot now', () => {
  expect(shown(pausedFor(OUTGOING_PAUSE_MS - 1_000)).textContent).toMatch(
    /^Money can leave from \d+ \w+ \d{4}, \d\d:\d\d, because your password was changed by mail on \d+ \w+ \d{4}\.$/,
  );
});

test('leads whose account is frozen to where it is unfrozen', () => {
  const container = shown({ ...pausedFor(1_000), frozen: true });
  expect(container.textContent).toContain('Your account is frozen');
  expect(one(container, 'a').getAttribute('href')).toBe('/profile');
});

test.each([
  ['nobody is known', undefined],
  ['an older server says nothing', {}],
  ['nothing runs', { frozen: false, outgoing_paused_until: null, outgoing_pause_reason: null }],
  ['the day is over', pausedFor(-1_000)],
])('says nothing where %s', (_, user) => {
  expect(shown(user).textContent).toBe('');
});
