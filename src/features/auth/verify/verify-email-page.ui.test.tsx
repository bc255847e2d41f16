import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { MESSAGES } from '../../../../contract/messages.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { one, render } from '../../../ui/test-render.ts';
import { storePendingEmail } from '../device-memory.ts';
import VerifyEmailPage from './verify-email-page.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: undefined }),
}));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) =>
    call({
      verifyEmail: async () =>
        fail({ code: 'verification_failed', message: 'Failed to verify email' }),
      resendVerification: async () => ok({ message: MESSAGES.verificationSent }),
    }),
}));

test('another mail that was asked for is confirmed, although the page goes back to waiting', async () => {
  storePendingEmail('ada@mail.test');
  history.replaceState(null, '', '/verify-email?token=a91f');
  const { container } = render(
    <AppRouter path="/verify-email" search="?token=a91f">
      <VerifyEmailPage />
    </AppRouter>,
  );
  await act(async () => undefined);
  expect(container.textContent).toContain('Failed to verify email');

  await act(async () => one(container, 'button').click());
  expect(container.textContent).toContain('Check your e-mail');
  expect(container.textContent).toContain(
    'Verification email sent successfully! Please check your inbox.',
  );
});
