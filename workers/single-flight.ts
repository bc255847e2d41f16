import type { Result } from '../contract/result.ts';

export interface SingleFlight {
  /** Shares the result if the key is running or succeeded within the dedupe time. */
  run<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>>;
  reset(): void;
}

interface Flight {
  readonly outcome: Promise<Result<unknown>>;
  landedAt: number | undefined;
}

export function createSingleFlight(now: () => number, dedupeMs: number): SingleFlight {
  const flights = new Map<string, Flight>();

  const forgetLanded = (): void => {
    for (const [key, { landedAt }] of flights) {
      // The distance also works after the clock is set back.
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
      // The key identifies the request, and so the type of its answer.
      if (known) return known.outcome as Promise<Result<T>>;
      return track(key, work);
    },
    reset: () => flights.clear(),
  };
}
