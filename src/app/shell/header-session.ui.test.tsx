import { expect, test, vi } from 'vitest';

import { AppRouter } from '../../platform/routing/router.tsx';
import { one, render } from '../../ui/test-render.ts';
import { routeFor } from '../match-route.ts';
import { HeaderSession, pointsBadge, unreadText } from './header-session.tsx';

vi.mock('../../platform/session/session.ts', () => ({ useSession: () => 'signed-out' }));

test.each([
  ['/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C', '/login?next=/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C'],
  ['/welcome', '/login'],
  ['/signup?next=%2Fwallet', '/login?next=%2Fwallet'],
])('a visitor to %s logs in at %s', (path, login) => {
  history.replaceState(null, '', path);
  const { container } = render(
    <AppRouter path={path}>
      <HeaderSession route={routeFor('/welcome')} />
    </AppRouter>,
  );
  expect(one(container, 'a').getAttribute('href')).toBe(login);
});

test.each([
  [0, '0'],
  [1250, '1,250'],
  [99_999, '99,999'],
  [100_000, '10000'],
  [1_234_567, '12345'],
])('shows %d points as %s', (points, shown) => {
  expect(pointsBadge(points)).toBe(shown);
});

test.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread notifications are %s', (unread, text) => {
  expect(unreadText(unread)).toBe(text);
});
