import { isTheme } from '../../../contract/document/theme.ts';
import { LOCAL } from '../../../contract/storage-keys.ts';

/** Shows the theme that was chosen in another tab. */
export function watchTheme(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === LOCAL.theme && isTheme(newValue))
      document.documentElement.dataset['theme'] = newValue;
  });
}
