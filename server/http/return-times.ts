const MS = 1_000;
/** No caller is sent away for longer: what they came for would be forgotten. */
const LAST_MS = 30 * MS;

/**
 * Says when who is refused is to come back: one after the other, at a pace at which they can be let in, instead of
 * all at once. Who was told a later moment than others has less to fear of being refused again.
 * @param perSecond how many may come back in a second
 * @param now moments in ms, of any beginning
 * @returns the seconds to wait, at least 1
 */
export function createReturnTimes(perSecond: number, now: () => number): () => number {
  let nextMs = Number.NEGATIVE_INFINITY;
  return () => {
    const atMs = now();
    // Past the last moment they are sent to the first again: it has thinned out there by then.
    if (nextMs < atMs + MS || nextMs > atMs + LAST_MS) nextMs = atMs + MS;
    // Fractions of a millisecond would make the first of them wait a second more.
    const seconds = Math.ceil(Math.round(nextMs - atMs) / MS);
    nextMs += MS / perSecond;
    return seconds;
  };
}
