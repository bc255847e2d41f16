import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { leaveExpiredSession } from '../../../platform/session/leave-expired-session.ts';
import { readSession } from '../../../platform/session/session.ts';
import { toasts } from '../../../platform/toast-store.ts';
import { one, render } from '../../../ui/test-render.ts';
import { ResetForm } from './forgot-password-page.tsx';

let answers: readonly Result<unknown>[] = [];
let token: string | undefined = 'of the account';
vi.mock('idb-keyval', () => ({ get: async () => token }));
vi.mock('./call-with-work.ts', () => ({
  callWithWork: async () => {
    const [next, ...later] = answers;
    answers = later;
    return next;
  },
}));
// The server no longer knows the session.
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => {
    token = undefined;
    await leaveExpiredSession();
    return { ok: false, error: { code: 'unauthenticated', message: '' } };
  },
}));

const lost = fail({ code: 'timeout', message: errorMessage('timeout') });
const gone = fail({ code: 'reset_failed', message: errorMessage('reset_failed'), status: 422 });

test.each([
  ['the first answer', [gone], errorMessage('reset_failed')],
  [
    'after one that was lost',
    [lost, gone],
    'Your password may be changed already: try to log in with the new one. If that fails, ask for another link.',
  ],
])('a link that is used up is told by %s as it is', async (_, given, said) => {
  answers = given;
  const { container } = render(
    <AppRouter path="/forgot-password" search="?token=a91f">
      <ResetForm token="a91f" />
    </AppRouter>,
  );
  const field = container.querySelector('input');
  if (field) field.value = 'a longer password';
  for (const _answer of given)
    await act(async () => one(container, 'button[type="submit"]').click());
  expect(one(container, '[role=alert]').textContent).toContain(said);
});

test('where the account is signed in itself the log-in follows, and the words that the password is changed stay', async () => {
  answers = [ok({ message: 'Your password is changed. Log in with the new one.' })];
  const { container } = render(
    <AppRouter path="/forgot-password" search="?token=a91f">
      <ResetForm token="a91f" />
    </AppRouter>,
  );
  expect(await readSession()).toBe('signed-in');
  const field = container.querySelector('input');
  if (field) field.value = 'a longer password';
  await act(async () => one(container, 'button[type="submit"]').click());
  await vi.waitFor(() => expect(location.pathname).toBe('/login'));
  expect(await readSession()).toBe('signed-out');
  expect(toasts.get().map(({ message }) => message)).toEqual([
    'Your password is changed. Log in with the new one.',
  ]);
});
