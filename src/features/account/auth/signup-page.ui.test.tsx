import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { RegisterBody } from '../../../../contract/accounts.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { sampleUser } from '../../../../local/testing/samples.ts';
import type { SignedIn } from '../../../../workers/commands/sign-in.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { clearToasts, toasts } from '../../../platform/toast-store.ts';
import { click, one, render } from '../../../ui/test-render.ts';
import { SignupForm } from './signup-page.tsx';

let detected: string | undefined;
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: detected }),
}));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('idb-keyval', () => ({ get: async () => undefined }));
const LOST = fail({ code: 'network', message: errorMessage('network') });
let answer: Result<SignedIn>;
const register = vi.fn<(account: RegisterBody) => undefined>();
vi.mock('./call-with-work.ts', () => ({
  callWithWork: async (call: (worker: object) => unknown) => {
    call({ register });
    return answer;
  },
}));

const NEW = { username: 'ada', email: 'ada@mail.test', password: 'seven-tall-palms' };

/** Fills the form in, chooses a country where one is named, and sends it. */
async function signUp(choice?: string): Promise<string | undefined> {
  const { container } = render(
    <AppRouter path="/signup" search="">
      <SignupForm />
    </AppRouter>,
  );
  for (const [name, value] of Object.entries(NEW))
    one(container, `input[name="${name}"]`).setAttribute('value', value);
  if (choice) click(one(container, `[value="${choice}"]`));
  await act(async () => one(container, 'button[type="submit"]').click());
  return register.mock.lastCall?.[0].region;
}

beforeEach(() => {
  detected = undefined;
  answer = LOST;
  clearToasts();
  register.mockClear();
});

test('who chooses no country before it is known where they are leaves it to the server', async () => {
  expect(await signUp()).toBeUndefined();
  expect(register).toHaveBeenCalledOnce();
});

test('where the network seems to be is what is sent, unless another country was chosen', async () => {
  detected = 'ghana';
  expect(await signUp()).toBe('ghana');
  expect(await signUp('kenya')).toBe('kenya');
});

test.each([
  ['has come again with another address', 'ada@mial.test', ['ada@mial.test']],
  ['is the first', NEW.email, []],
])(
  'of a sign-up that %s the account says its address where it is not the one typed',
  async (...row) => {
    const [, email, named] = row;
    answer = ok({ user: sampleUser({ email }) });
    await signUp();
    const told = toasts.get();
    expect(told.map(({ message }) => message)).toEqual(
      named.map((address) => `Your first try has arrived, with the address ${address}`),
    );
    act(() => told[0]?.action?.onSelect?.());
    expect(location.pathname).toBe(named.length > 0 ? '/profile/personal-info' : '/verify-email');
  },
);
