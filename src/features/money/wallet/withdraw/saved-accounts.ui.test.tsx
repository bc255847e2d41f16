import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { sampleSavedAccount } from '../../../../../local/testing/samples.ts';
import { click, one, render } from '../../../../ui/test-render.ts';
import { SavedAccounts } from './saved-accounts.tsx';

const asked: object[] = [];
let answer: (result: object) => void;

vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: (ask: (worker: object) => unknown) => {
    ask({ forgetAccount: (body: object) => asked.push(body) });
    return new Promise((resolve) => {
      answer = resolve;
    });
  },
}));

const ACCOUNT = sampleSavedAccount();

test('an account is removed once, and the focus stays where that is refused', async () => {
  const { container } = render(
    <SavedAccounts
      accounts={[ACCOUNT]}
      chosen={ACCOUNT}
      error={undefined}
      onChoose={() => undefined}
    />,
  );
  const button = one(container, 'button') as HTMLButtonElement;
  click(button);
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([false, 'true']);
  click(button);
  expect(asked).toEqual([{ id: 'a' }]);
  await act(async () => answer({ ok: false, error: { code: 'network', message: 'No network' } }));
  expect(button.getAttribute('aria-busy')).toBe('false');
});

test('the focus stays in the list when the account that has it goes', () => {
  const list = (...ids: readonly string[]) => (
    <SavedAccounts
      accounts={ids.map((id) => ({ ...ACCOUNT, id }))}
      chosen={undefined}
      error={undefined}
      onChoose={() => undefined}
    />
  );
  const { container, rerender } = render(list('a', 'b'));
  container.querySelector('input')?.focus();
  rerender(list('b'));
  expect(document.activeElement).toBe(container.querySelector('input'));
  rerender(list());
  expect(document.activeElement).toBe(one(container, 'input'));
});
