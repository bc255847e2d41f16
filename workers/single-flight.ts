import type { Result } from '../contract/result.ts';

export interface SingleFlight {
  /**
   * Runs `work`, unless the same key is under way or succeeded less than the dedupe time ago: then its
   * outcome is shared.
   */
  run<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** The next call of each key runs anew: something has changed. */
  reset(): void;
}

interface Flight {
  readonly outcome: Promise<Result<unknown>>;
  /** ms since the epoch; undefined while under way */
  landedAt: number | undefined;
}

/** Keeps equal requests from being sent twice. `dedupeMs`: for how long a success is shared. */
export function createSingleFlight(now: () => number, dedupeMs: number): SingleFlight {
  const flights = new Map<string, Flight>();

  const forgetLanded = (): void => {
    for (const [key, { landedAt }] of flights) {
      // The distance: after the clock was set back a flight would stay until the clock has caught up.
      if (landedAt !== undefined && Math.abs(now() - landedAt) >= dedupeMs) flights.delete(key);
    }
  };

  async function track<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const outcome = work();
    const flight: Flight = { outcome, landedAt: undefined };
    flights.set(key, flight);
    const isSuccess = await outcome.then(
      (result) => result.ok,
      () => false,
    );
    if (isSuccess) flight.landedAt = now();
    else if (flights.get(key) === flight) flights.delete(key);
    return outcome;
  }

  return {
    run<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
      forgetLanded();
      const known = flights.get(key);
      // The key names the request, and with it the type of its answer.
      if (known) return known.outcome as Promise<Result<T>>;
      return track(key, work);
    },
    reset: () => flights.clear(),
  };
}
