import { expect, test, vi } from 'vitest';

import { buttonNamed, click, render, settle } from '../../../ui/test-render.ts';
import { PinOffer } from './pin-offer.tsx';
import { readPinQuestion } from './pin-question.ts';
import { closePin } from './with-pin.ts';

vi.mock('../../../platform/worker/data-worker.ts', () => ({ callWorker: vi.fn() }));

test('the offer of a PIN stays while a sheet covers it, and goes with the sheet', () => {
  const { container, rerender } = render(<PinOffer isWanted isCovered />);
  const isOffered = (): boolean => container.textContent?.includes('Set a PIN') ?? false;
  expect(isOffered()).toBe(true);
  rerender(<PinOffer isWanted={false} isCovered />);
  expect(isOffered()).toBe(true);
  rerender(<PinOffer isWanted={false} isCovered={false} />);
  expect(isOffered()).toBe(false);
});

test('it asks for the PIN over the form, and knows the way back to it', async () => {
  const { container } = render(<PinOffer isWanted returnTo="/wallet?exchange" />);
  click(buttonNamed(container, 'Set a PIN'));
  await settle();
  expect(readPinQuestion()).toMatchObject({ isChoosing: true, returnTo: '/wallet?exchange' });
  closePin();
});
