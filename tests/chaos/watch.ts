import type { Attempt } from './caller.ts';

/** One fault as it was seen from outside; moments are those of `performance.now()`. */
export interface FaultSeen {
  readonly name: string;
  readonly beganMs: number;
  readonly endedMs: number;
  /** When the next one began, or the load ended. */
  readonly untilMs: number;
}

/** Counts of what people saw. */
export interface Seen {
  readonly requests: number;
  /** 503, by which a server says itself that it cannot now. */
  readonly unavailable: number;
  /** 502: the server serves, a gateway does not. */
  readonly badGateway: number;
  /** No answer at all: the process that was asked is gone. */
  readonly silent: number;
  readonly longestMs: number;
}

const NO_ANSWER = 0;
const BAD_GATEWAY = 502;
const UNAVAILABLE = 503;

/** A status of 500 and more by which neither the server nor a gateway says that it cannot now. */
export const isServerError = ({ status }: Attempt): boolean =>
  status >= 500 && status !== UNAVAILABLE && status !== BAD_GATEWAY;

const hasFailed = ({ status }: Attempt): boolean => status === NO_ANSWER || status >= 500;

export function countOf(attempts: readonly Attempt[]): Seen {
  const number = (test: (attempt: Attempt) => boolean): number => attempts.filter(test).length;
  return {
    requests: attempts.length,
    unavailable: number(({ status }) => status === UNAVAILABLE),
    badGateway: number(({ status }) => status === BAD_GATEWAY),
    silent: number(({ status }) => status === NO_ANSWER),
    longestMs: attempts.reduce((longest, { tookMs }) => Math.max(longest, tookMs), 0),
  };
}

/** What began between two moments. */
export const begunBetween = (
  attempts: readonly Attempt[],
  fromMs: number,
  untilMs: number,
): Attempt[] => attempts.filter(({ beganMs }) => beganMs >= fromMs && beganMs < untilMs);

/**
 * A fault is over for people when nothing has failed for so long; the next one then comes, and is to blame for what was
 * under way for no longer than this.
 */
export const CALM_MS = 4_000;

/**
 * How long after the end of a fault requests still failed, ms: when the last one began that did, 0 when none
 * did that began afterwards.
 */
export function backAfterMs(attempts: readonly Attempt[], { endedMs, untilMs }: FaultSeen): number {
  return begunBetween(attempts, endedMs, untilMs)
    .filter(hasFailed)
    .filter(({ beganMs, tookMs }) => beganMs + tookMs <= untilMs || beganMs < untilMs - CALM_MS)
    .reduce((last, { beganMs }) => Math.max(last, beganMs - endedMs), 0);
}

/** Whether people were served without any failure for a while. */
export function isCalm(attempts: readonly Attempt[], nowMs: number, forMs: number): boolean {
  const recent = attempts.filter(({ beganMs, tookMs }) => beganMs + tookMs >= nowMs - forMs);
  return recent.length > 0 && !recent.some(hasFailed);
}
