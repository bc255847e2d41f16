import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { fail, type Failure } from '../../../../contract/result.ts';
import { KEYS } from '../../../../contract/storage-keys.ts';
import { Guard } from '../../../app/guard.tsx';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { leaveExpiredSession } from '../../../platform/session/leave-expired-session.ts';
import { refreshSession } from '../../../platform/session/session.ts';
import { clearToasts, toasts } from '../../../platform/toast-store.ts';
import { buttonNamed, click, one, render, settle, type } from '../../../ui/test-render.ts';
import { AccountEnd } from './account-end.tsx';

vi.stubGlobal('scrollTo', vi.fn());
const stored = new Map<string, string>();
vi.mock('idb-keyval', () => ({ get: async (key: string) => stored.get(key) }));
let answer: Failure;
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => fail(answer),
}));

const LOST: Failure = { code: 'timeout', message: errorMessage('timeout') };
const WRONG: Failure = {
  code: 'password_wrong',
  message: errorMessage('password_wrong'),
  status: 422,
};

beforeEach(async () => {
  clearToasts();
  stored.set(KEYS.token, 'secret');
  await refreshSession();
  history.replaceState(null, '', '/profile');
});

async function open(hasPassword = true) {
  const { container } = render(
    <AppRouter path="/profile">
      <Guard>
        <AccountEnd hasPassword={hasPassword} />
      </Guard>
    </AppRouter>,
  );
  await settle();
  click(buttonNamed(container, 'Delete my account'));
  return container;
}

test.each([
  [
    'an answer that was lost',
    LOST,
    ['You are logged out. If your first try has arrived, your account is deleted by now.'],
    '/welcome',
  ],
  ['a refusal', WRONG, [], '/login'],
])('after %s a session that is over is told as what it may be', async (...row) => {
  const [, failure, said, path] = row;
  const container = await open();
  answer = failure;
  type(one(container, '[data-field=password]'), 'seven tall palms');
  await act(async () => one(container, 'button[type=submit]').click());
  expect(container.textContent).toContain(failure.message);
  // Another call is told that the server knows the session no more.
  stored.clear();
  await act(leaveExpiredSession);
  expect(location.pathname).toBe(path);
  expect(toasts.get().map(({ message }) => message)).toEqual(said);
});

test('who has no password is asked for none, and led to where one is chosen', async () => {
  const container = await open(false);
  expect(container.querySelector('input')).toBeNull();
  expect(one(container, 'a').getAttribute('href')).toBe('/profile/security');
});
