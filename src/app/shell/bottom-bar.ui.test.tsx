import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { AppRouter } from '../../platform/routing/router.tsx';
import { click, one, render } from '../../ui/test-render.ts';
import { BottomBar } from './bottom-bar.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A page whose field had the focus before the bar came to life. */
function renderBehindField(type: string, hasTouch: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: hasTouch }));
  const field = document.createElement('input');
  field.type = type;
  document.body.append(field);
  field.focus();
  const { container } = render(
    <AppRouter path="/login">
      <BottomBar />
    </AppRouter>,
  );
  return { field, hasBar: () => container.querySelector('nav') !== null };
}

test('it leaves a keyboard its space, which may have come before the app', () => {
  const { field, hasBar } = renderBehindField('password', true);
  expect(hasBar()).toBe(false);
  act(() => field.blur());
  expect(hasBar()).toBe(true);
  act(() => field.focus());
  expect(hasBar()).toBe(false);
});

test.each([
  ['takes no text', 'checkbox', true],
  ['is on a device with keys', 'password', false],
])('it stays while the field with the focus %s', (_what, type, hasTouch) => {
  expect(renderBehindField(type, hasTouch).hasBar()).toBe(true);
});

test('the Voucher menu holds what can be done with a voucher, Redeem and Premium too', () => {
  history.replaceState(null, '', '/profile/security');
  const { container } = render(
    <AppRouter path="/profile/security">
      <BottomBar />
    </AppRouter>,
  );
  click(one(container, 'button'));
  const items = [...container.querySelectorAll('[role=menuitem]')];
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'View',
    'Giveaway',
    'Redeem',
    'Premium',
  ]);
  expect(one(container, '[aria-current=page]').textContent).toBe('Profile');
});
