import 'fake-indexeddb/auto';
import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { chooseTheme } from '../../../platform/theme.ts';
import { render } from '../../../ui/test-render.ts';
import { DeviceSettings } from './device-settings.tsx';

vi.mock('./data-meter.tsx', () => ({ DataMeter: () => undefined }));

function renderSwitch(): () => boolean | undefined {
  const { container } = render(<DeviceSettings />);
  return () =>
    [...container.querySelectorAll('label')]
      .find(({ textContent }) => textContent === 'Dark theme')
      ?.querySelector('input')?.checked;
}

test('the switch follows a theme that is chosen elsewhere, as in the header', async () => {
  document.documentElement.dataset['theme'] = 'light';
  const isDark = renderSwitch();
  expect(isDark()).toBe(false);
  await act(async () => chooseTheme('dark'));
  expect(isDark()).toBe(true);
});

test('the switch follows the system while no theme is chosen, as the page does', async () => {
  delete document.documentElement.dataset['theme'];
  const system = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => system);
  const isDark = renderSwitch();
  expect(isDark()).toBe(false);
  system.matches = true;
  await act(async () => system.dispatchEvent(new Event('change')));
  expect(isDark()).toBe(true);
  vi.unstubAllGlobals();
});
