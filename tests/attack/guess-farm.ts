import { WAIT_MS } from '../../contract/constants.ts';
import type { GuessChallenge } from '../../contract/devices.ts';
import { hiddenPositions } from '../../contract/vouchers/voucher-code.ts';
import { solved } from '../fixtures/api/devices.ts';
import { post, stateOf, type Headers } from './api.ts';
import type { FarmAccount } from './accounts.ts';
import { proveDevice } from './devices.ts';

const HOUR_MS = 3_600_000;
/** What a unit of work takes one core of a small server, seconds; measured, see docs/farms.md. */
export const UNIT_SECONDS = 0.18;

/** What a farm of accounts has. */
export interface AccountFarm {
  readonly accounts: readonly FarmAccount[];
  readonly devices: number;
  readonly networks: number;
  /** How many of its accounts work at the same time. */
  readonly cores: number;
}

/** What it reaches within the first hour on a voucher. */
export interface HourOfGuesses {
  /** Guesses that were taken, one of each account in this run. */
  readonly played: number;
  /** Those that the hour has room for, at most: each account waits after a guess, and can then do another one. */
  readonly inAnHour: number;
  /** Of those that were played. */
  readonly work: number;
  readonly hasWon: boolean;
}

/** What its cores do in an hour, in units. */
const capacityOf = ({ cores }: AccountFarm): number => (HOUR_MS / 1_000 / UNIT_SECONDS) * cores;

/** All codes that the mask allows for, beginning somewhere. */
function codesOf(mask: string): string[] {
  const hidden = hiddenPositions(mask);
  const count = 10 ** hidden.length;
  const start = Math.floor(Math.random() * count);
  return Array.from({ length: count }, (_, index) => {
    const digits = `${(start + index) % count}`.padStart(hidden.length, '0');
    return [...mask]
      .map((digit, at) => (hidden.includes(at) ? digits.charAt(hidden.indexOf(at)) : digit))
      .join('');
  });
}

/**
 * Guesses with account after account, each another code, as fast as work allows: until the voucher is won, every
 * account has guessed, or the work of an hour is done.
 */
export async function guessForAnHour(
  url: string,
  ulid: string,
  farm: AccountFarm,
): Promise<HourOfGuesses> {
  const { mask } = await stateOf(url, ulid);
  const codes = codesOf(mask);
  const devices = await Promise.all(
    Array.from({ length: farm.devices }, (_, index) => proveDevice(url, index % farm.networks)),
  );
  const capacity = capacityOf(farm);
  const spent = { work: 0, played: 0, hasWon: false, isOver: false };
  let next = 0;

  /** Sends a guess, with its work once it is asked for; another account may have made it more by then. */
  const guess = async (headers: Headers, code: string): Promise<void> => {
    const body = { voucher_id: ulid, code };
    let answer = await post(url, '/api/v1/vouchers/submit', body, headers);
    while (answer.status === 428) {
      const { challenge } = (await answer.json()) as { challenge: GuessChallenge };
      const needed = challenge.parameters.data.work;
      spent.isOver ||= spent.work + needed > capacity;
      if (spent.isOver) return;
      spent.work += needed;
      const worked = { ...body, work: await solved(challenge) };
      answer = await post(url, '/api/v1/vouchers/submit', worked, headers);
    }
    const text = await answer.text();
    if (answer.status === 200) spent.hasWon ||= text.includes('"won"');
    else if (answer.status !== 422)
      throw new Error(`a guess was answered ${answer.status}: ${text}`);
    spent.played += 1;
  };
  const guessOn = async (): Promise<void> => {
    while (next < farm.accounts.length && !spent.hasWon && !spent.isOver) {
      const index = next;
      next += 1;
      const device = devices[index % devices.length];
      const account = farm.accounts[index];
      if (!device || !account) throw new Error('a farm without devices or accounts');
      await guess({ ...device.headers, ...account.headers }, codes[index % codes.length] ?? '');
    }
  };
  await Promise.all(Array.from({ length: farm.cores }, guessOn));
  const { work, played, hasWon, isOver } = spent;
  const waits = HOUR_MS / WAIT_MS;
  // Whole rounds of all accounts: each costs what the first did, or more.
  const rounds = work > 0 ? Math.min(waits, Math.floor(capacity / work)) : waits;
  const inAnHour = isOver || hasWon ? played : played * rounds;
  return { played, inAnHour, work, hasWon };
}
