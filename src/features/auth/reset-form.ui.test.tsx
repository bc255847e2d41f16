import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import { ok } from '../../../contract/result.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { leaveExpiredSession } from '../../platform/session/leave-expired-session.ts';
import { readSession } from '../../platform/session/session.ts';
import { currentToasts } from '../../platform/toast-store.ts';
import { one, render } from '../../ui/test-render.ts';
import { ResetForm } from './reset-form.tsx';

let token: string | undefined = 'of the account';
vi.mock('idb-keyval', () => ({ get: async () => token }));
vi.mock('./form/call-with-work.ts', () => ({
  callWithWork: async () => ok({ message: ACCOUNT_MESSAGES.passwordReset }),
}));
// The server no longer knows the session.
vi.mock('../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => {
    token = undefined;
    await leaveExpiredSession();
    return { ok: false, error: { code: 'unauthenticated', message: '' } };
  },
}));

test('where the account is signed in itself the log-in follows, and the words that the password is changed stay', async () => {
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
  expect(currentToasts().map(({ message }) => message)).toEqual([ACCOUNT_MESSAGES.passwordReset]);
});
