export type Theme = 'light' | 'dark';

/** A theme that somebody chose, or '' for the system's. */
export type KeptTheme = Theme | '';

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';
