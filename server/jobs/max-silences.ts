/** After so many timeouts in a row a run skips the company, because each timeout takes long. */
export const MAX_SILENCES = 3;
