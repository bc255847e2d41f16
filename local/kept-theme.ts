import { get, set } from 'idb-keyval';
import { THEME_KEY } from '../contract/storage-keys.ts';
import type { KeptTheme, Theme } from '../contract/theme.ts';

/** The theme that the service worker puts into the pages it keeps. The device's, so signing out leaves it. */
export const readKeptTheme = async (): Promise<KeptTheme> => (await get<Theme>(THEME_KEY)) ?? '';

export const writeKeptTheme = (theme: Theme): Promise<void> => set(THEME_KEY, theme);
