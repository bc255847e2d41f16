/** All server code takes the time from here, so that tests can move it. */
export interface Clock {
  /** ms since the epoch */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const dateOf = (clock: Clock): Date => new Date(clock.now());
