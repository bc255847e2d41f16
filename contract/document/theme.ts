export type Theme = 'light' | 'dark';

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';

export const THEME_COLORS: Readonly<Record<Theme, string>> = { light: '#f3f1ea', dark: '#0b0f2a' };
