import type { SubmitBody } from '../../contract/vouchers.ts';
import type { GuessChallenge } from '../../contract/devices.ts';
import { solved } from '../fixtures/api/devices.ts';
import { post, type Headers } from './api.ts';

/** A guess that was answered. */
export interface SentGuess {
  readonly work: number;
  readonly hasWon: boolean;
}

/**
 * Sends a guess, with its work once it is asked for; another account may have made it more by then.
 * @param maySpend whether so many units may still be spent
 * @returns undefined when they may not
 * @throws Error with the server's words for an answer that is neither right, nor wrong, nor an entry
 */
export async function sendGuess(
  url: string,
  headers: Headers,
  guess: Pick<SubmitBody, 'voucher_id' | 'code'>,
  maySpend: (units: number) => boolean = () => true,
): Promise<SentGuess | undefined> {
  let work = 0;
  let answer = await post(url, '/api/v1/vouchers/submit', guess, headers);
  while (answer.status === 428) {
    const { challenge } = (await answer.json()) as { challenge: GuessChallenge };
    const needed = challenge.parameters.data.work;
    if (!maySpend(needed)) return undefined;
    work += needed;
    const worked = { ...guess, work: await solved(challenge) };
    answer = await post(url, '/api/v1/vouchers/submit', worked, headers);
  }
  const text = await answer.text();
  if (answer.status !== 200 && answer.status !== 422)
    throw new Error(`a guess was answered ${answer.status}: ${text}`);
  return { work, hasWon: answer.status === 200 && text.includes('"won"') };
}
