import { get, set } from 'idb-keyval';
import { THEME_KEY } from '../contract/storage-keys.ts';
import type { CachedTheme, Theme } from '../contract/document/theme.ts';

/** The theme that the service worker writes into the pages it caches. The device's, so signing out leaves it. */
export const readCachedTheme = async (): Promise<CachedTheme> =>
  // Where it cannot be read a page finds it by itself.
  (await get<Theme>(THEME_KEY).catch(() => undefined)) ?? '';

export const writeCachedTheme = (theme: Theme): Promise<void> => set(THEME_KEY, theme);
