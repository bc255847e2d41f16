import { expect, test, vi } from 'vitest';

import { AppRouter } from '../../platform/routing/router.tsx';
import { one, render } from '../../ui/test-render.ts';
import { routeFor } from '../match-route.ts';
import { Bell, HeaderSession, pointsBadge } from './header-session.tsx';

const known = vi.hoisted(() => ({ session: 'signed-out', unread: 0 }));
vi.mock('../../platform/session/session.ts', () => ({ useSession: () => known.session }));
vi.mock('../../shared/accounts/user.ts', () => ({
  useUser: () => ({ unread_notifications: known.unread }),
}));

const bellAt = (path: string): HTMLElement =>
  render(
    <AppRouter path={path}>
      <Bell route={routeFor(path)} />
    </AppRouter>,
  ).container;

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
  [0, 'Notifications'],
  [1, 'Notifications, 1 unread'],
  [99, 'Notifications, 99 unread'],
  [100, 'Notifications, 99+ unread'],
])('with %i unread the bell of a signed-in user is named %s', (unread, name) => {
  Object.assign(known, { session: 'signed-in', unread });
  const bell = one(bellAt('/welcome'), 'a');
  expect(bell.getAttribute('href')).toBe('/notifications');
  expect(bell.getAttribute('aria-label')).toBe(name);
});

test.each([
  ['signed-out', '/wallet', 0],
  ['unknown', '/welcome', 0],
  ['unknown', '/wallet', 1],
])('while the session is %s, %s has %i bells', (session, path, bells) => {
  Object.assign(known, { session, unread: 0 });
  expect(bellAt(path).querySelectorAll('a')).toHaveLength(bells);
});
