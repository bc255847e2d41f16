import { act, type ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { forgetOnPage } from '../../platform/session/leave-expired-session.ts';
import { render } from '../../ui/test-render.ts';
import { toggleBalance, useBalanceIsHidden } from './balance-visibility.ts';

const Balance = (): ReactElement => <p>{useBalanceIsHidden() ? 'hidden' : 'shown'}</p>;

afterEach(() => localStorage.clear());

test('a balance that is hidden in another tab is hidden here', () => {
  const { container } = render(<Balance />);
  expect(container.textContent).toBe('shown');
  localStorage.setItem(LOCAL.hideBalance, '1');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: LOCAL.hideBalance })));
  expect(container.textContent).toBe('hidden');
});

test('a balance that was hidden is shown to whoever signs in next on the same page', async () => {
  const { container, rerender } = render(<Balance />);
  act(toggleBalance);
  expect(container.textContent).toBe('hidden');
  rerender(null);
  await forgetOnPage();
  rerender(<Balance />);
  expect(container.textContent).toBe('shown');
});
