import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { one, render, type } from '../../../ui/test-render.ts';
import { PasswordForm } from './password.tsx';

let answers: readonly Result<string>[];
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => {
    const [next, ...later] = answers;
    answers = later;
    return next;
  },
}));

const lost = fail({ code: 'timeout', message: errorMessage('timeout') });
const wrong = fail({
  code: 'password_wrong',
  message: errorMessage('password_wrong'),
  status: 422,
});

test.each([
  ['the first answer', [wrong], errorMessage('password_wrong')],
  [
    'after one that was lost',
    [lost, wrong],
    'This is not your password. If your first try has arrived, it is the new one by now.',
  ],
])('a current password that is wrong is told by %s as it may be', async (_, given, said) => {
  answers = given;
  const { container } = render(<PasswordForm onDone={() => undefined} />);
  type(one(container, '[data-field=current]'), 'the old password');
  type(one(container, '[data-field=next]'), 'the new password');
  for (const _answer of given)
    await act(async () => one(container, 'button[type="submit"]').click());
  expect(container.textContent).toContain(said);
});
