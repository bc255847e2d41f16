export type Theme = 'light' | 'dark';

/** A theme that was chosen, or '' for the system's. */
export type CachedTheme = Theme | '';

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';
