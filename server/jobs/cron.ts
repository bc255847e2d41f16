/** Nightly jobs each choose their own minute instead, so that they do not run all at once. */
export const EVERY_MINUTE = '* * * * *';
export const EVERY_TEN_MINUTES = '*/10 * * * *';
