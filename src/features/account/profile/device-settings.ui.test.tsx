import 'fake-indexeddb/auto';
import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { chooseTheme } from '../../../platform/theme.ts';
import { render } from '../../../ui/test-render.ts';
import { DeviceSettings } from './device-settings.tsx';

vi.mock('./data-meter.tsx', () => ({ DataMeter: () => undefined }));

test('the switch follows a theme that is chosen elsewhere, as in the header', async () => {
  document.documentElement.dataset['theme'] = 'light';
  const { container } = render(<DeviceSettings />);
  const isDark = (): boolean | undefined =>
    [...container.querySelectorAll('label')]
      .find(({ textContent }) => textContent === 'Dark theme')
      ?.querySelector('input')?.checked;
  expect(isDark()).toBe(false);
  await act(async () => chooseTheme('dark'));
  expect(isDark()).toBe(true);
});
