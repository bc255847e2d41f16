import { DAY_MS } from '../../../contract/durations.ts';
import { isSamePlace, WorkNeeded, type GuessPlace } from '../../abuse/proof-of-work.ts';
import {
  helpsToVerify,
  isNewcomer,
  NO_WORK,
  scoreGuess,
  workLevel,
  type Risk,
} from '../../abuse/score-guess.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { noRoomForKey } from '../../http/idempotency.ts';
import { hitsInWindow } from '../../http/rate-limit.ts';
import type { Guess, GuesserFacts } from './lock-guessers.ts';

export interface WeighedGuess {
  readonly guess: Guess;
  readonly risk: Risk;
  readonly sources: { readonly network: string | null; readonly linkOf: number | null };
}

export function weighGuess(guess: Guess, facts: GuesserFacts): WeighedGuess | WorkNeeded {
  const { voucher, userId, work, at, origin } = guess;
  const known = { ...facts, nowMs: at.getTime(), revealedMs: voucher.revealedAt?.getTime() };
  const place: GuessPlace = { voucher: voucher.ulid, user: userId, guess: facts.entries };
  const risk = scoreGuess(known);
  const needed = workLevel(known, risk);
  const done = work && isSamePlace(work.place, place) ? work.level : NO_WORK;
  if (needed > done)
    return new WorkNeeded({ place, level: needed, helpsToVerify: helpsToVerify(known) });
  const isCounted = isNewcomer(known);
  const network = isCounted ? (origin.network ?? null) : null;
  return { guess, risk, sources: { network, linkOf: isCounted ? facts.linkOf : null } };
}

/** @throws AppError `closed`, `on_break`, `guesses_used_up`, `too_many_requests`; `WorkNeeded` */
export async function admitGuess(
  tx: Db,
  guess: Guess,
  facts: GuesserFacts,
  closed: 'voucher_used' | 'entries_closed',
): Promise<WeighedGuess> {
  await obeyLimits(tx, guess, facts);
  const weighed = weighGuess(guess, facts);
  if (weighed instanceof WorkNeeded) throw weighed;
  if (!facts.isOpen) throw new AppError(closed);
  if (guess.requestKey && !facts.hasRoom) throw noRoomForKey();
  return weighed;
}

/** The count is in the guess's transaction, so a refused guess does not count. */
async function obeyLimits(
  tx: Db,
  { userId, at }: Guess,
  { guessesPerDay, breakUntilMs }: GuesserFacts,
): Promise<void> {
  const nowMs = at.getTime();
  if (breakUntilMs !== null && breakUntilMs > nowMs) {
    const until = `${new Date(breakUntilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    throw new AppError('on_break', { values: { until } });
  }
  if (guessesPerDay === null) return;
  const hits = await hitsInWindow(tx, `guesses:user:${userId}`, DAY_MS, nowMs);
  if (hits <= guessesPerDay) return;
  throw new AppError('guesses_used_up', {
    values: { max: guessesPerDay },
    retryAfterSeconds: (DAY_MS - (nowMs % DAY_MS)) / 1000,
  });
}
