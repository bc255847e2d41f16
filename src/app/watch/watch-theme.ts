import { isTheme } from '../../../contract/document/theme.ts';
import { LOCAL } from '../../../contract/storage-keys.ts';
import { chooseTheme, showTheme } from '../../platform/theme.ts';

/** The theme that was chosen on this device; undefined where none was, or nothing may be kept. */
function chosenTheme() {
  try {
    const chosen = localStorage.getItem(LOCAL.theme);
    return isTheme(chosen) ? chosen : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the theme that was chosen in another tab, and the one of before where a cached page does not have it. */
export function watchTheme(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === LOCAL.theme && isTheme(newValue)) showTheme(newValue);
  });
  const chosen = chosenTheme();
  if (chosen && chosen !== document.documentElement.dataset['theme']) chooseTheme(chosen);
}
