import { expect, test } from 'vitest';

import { LOCAL } from '../../contract/storage-keys.ts';
import { watchTheme } from './theme.ts';

test('a theme that is chosen in another tab is shown here', () => {
  const { dataset } = document.documentElement;
  dataset['theme'] = 'light';
  watchTheme();
  dispatchEvent(new StorageEvent('storage', { key: LOCAL.rememberedEmail, newValue: 'dark' }));
  expect(dataset['theme']).toBe('light');
  dispatchEvent(new StorageEvent('storage', { key: LOCAL.theme, newValue: 'dark' }));
  expect(dataset['theme']).toBe('dark');
});
