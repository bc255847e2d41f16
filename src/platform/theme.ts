import { LOCAL } from '../../contract/storage-keys.ts';
import { isTheme, THEME_COLORS, type Theme } from '../../contract/document/theme.ts';
import { writeKey } from './storage/small-keys.ts';

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (isTheme(chosen)) return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = THEME_COLORS[theme];
}

export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  // Without localStorage the theme lasts until the page is closed.
  writeKey(LOCAL.theme, theme);
}

export function watchTheme(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === LOCAL.theme && isTheme(newValue)) showTheme(newValue);
  });
}
