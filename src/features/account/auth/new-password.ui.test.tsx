import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { fail } from '../../../../contract/result.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { one, render } from '../../../ui/test-render.ts';
import { ResetForm } from './forgot-password-page.tsx';
import { SignupForm } from './signup-page.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('idb-keyval', () => ({ get: async () => undefined }));
vi.mock('./call-with-work.ts', () => ({
  callWithWork: async () => {
    const message = errorMessage('password_common');
    // As the server answers.
    return fail({
      code: 'password_common',
      message,
      status: 422,
      fields: { password: [message] },
    });
  },
}));

const NEW = { username: 'ada', email: 'ada@mail.test', password: 'password123' };

test.each([
  ['signing up', <SignupForm key="form" />],
  ['choosing a new one', <ResetForm key="form" token="a91f" />],
])('%s: a password that many people use is refused in words that say so', async (_, form) => {
  const shown: ReactElement = (
    <AppRouter path="/" search="">
      {form}
    </AppRouter>
  );
  const { container } = render(shown);
  for (const [name, value] of Object.entries(NEW)) {
    const input = container.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input) input.value = value;
  }
  await act(async () => one(container, 'button[type="submit"]').click());
  const field = one(container, 'input[name="password"]');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  const texts = described.map((id) => document.getElementById(id)?.textContent);
  expect(texts).toContain(errorMessage('password_common'));
});
