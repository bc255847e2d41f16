import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '../../ui/test-render.ts';
import { useCheckout } from './use-checkout.ts';

function Form({ onBack }: { readonly onBack: () => void }): null {
  useCheckout(onBack);
  return null;
}

/** The page is shown: anew, or as it was left. */
const show = (persisted: boolean): void =>
  act(() => {
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  });

test('a form is told when its page comes back as it was left, and by the newest callback', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { rerender } = render(<Form onBack={first} />);
  show(false);
  expect(first).not.toHaveBeenCalled();
  rerender(<Form onBack={second} />);
  show(true);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
  rerender(null);
  show(true);
  expect(second).toHaveBeenCalledTimes(1);
});
