import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { Menu } from './menu.tsx';
import { click, one, press, render } from '../test-render.ts';

const focused = (): string | null | undefined => document.activeElement?.textContent;

function openMenu(onLogout = vi.fn()) {
  const { container } = render(
    <Menu
      items={[
        { label: 'Wallet', href: '/wallet' },
        { label: 'Logout', onSelect: onLogout },
      ]}
    >
      Account
    </Menu>,
  );
  const button = one(container, 'button[aria-haspopup=menu]');
  click(button);
  return { container, button };
}

test('is named by its button, opens on its first item and moves with the arrow keys, around the ends', () => {
  const { container, button } = openMenu();
  const menu = one(container, '[role=menu]');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(menu.getAttribute('aria-labelledby') ?? '')).toBe(button);
  expect(focused()).toBe('Wallet');
  press(menu, 'ArrowDown');
  expect(focused()).toBe('Logout');
  press(menu, 'ArrowDown');
  expect(focused()).toBe('Wallet');
  press(menu, 'End');
  expect(focused()).toBe('Logout');
});

test('Esc closes and gives the focus back', () => {
  const { container, button } = openMenu();
  press(one(container, '[role=menu]'), 'Escape');
  expect(container.querySelector('[role=menu]')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('choosing acts once and closes; a press elsewhere closes without acting', () => {
  const onLogout = vi.fn();
  const { container, button } = openMenu(onLogout);
  click(one(container, 'button[role=menuitem]'));
  expect(onLogout).toHaveBeenCalledTimes(1);
  expect(container.querySelector('[role=menu]')).toBeNull();

  click(button);
  act(() => {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  });
  expect(container.querySelector('[role=menu]')).toBeNull();
  expect(onLogout).toHaveBeenCalledTimes(1);
});
