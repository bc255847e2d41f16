import { expect, test } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import { PinOffer } from './wallet-page.tsx';

const money = [{ currency: 'NGN', amount: 3_000, held: [], fetchedAt: '' }] as never;

test('the offer of a PIN stays while a sheet covers it, and goes with the sheet', () => {
  const { container, rerender } = render(<PinOffer hasPin={false} wallets={money} isCovered />);
  const isOffered = (): boolean => container.textContent?.includes('Set a PIN') ?? false;
  expect(isOffered()).toBe(true);
  rerender(<PinOffer hasPin wallets={money} isCovered />);
  expect(isOffered()).toBe(true);
  rerender(<PinOffer hasPin wallets={money} isCovered={false} />);
  expect(isOffered()).toBe(false);
});
