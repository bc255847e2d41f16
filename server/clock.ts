/** The server's only source of time, so that tests can move it. */
export interface Clock {
  /** ms since the epoch */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const dateOf = (clock: Clock): Date => new Date(clock.now());
