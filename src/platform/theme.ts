import { LOCAL } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
import { isTheme, type Theme } from '../../contract/document/theme.ts';

/** The theme on screen: the one chosen, else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (isTheme(chosen)) return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows and keeps a theme. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(LOCAL.theme, theme);
  } catch {
    // It holds until the page is closed.
  }
  void navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage({ type: 'cache-theme', theme } satisfies ToServiceWorker),
  );
}
