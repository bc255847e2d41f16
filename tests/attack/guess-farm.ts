import { WAIT_MS } from '../../contract/constants.ts';
import { hiddenPositions } from '../../contract/vouchers/voucher-code.ts';
import { stateOf } from './api.ts';
import type { FarmAccount } from './accounts.ts';
import { proveDevice } from './devices.ts';
import { sendGuess } from './send-guess.ts';

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

  const maySpend = (units: number): boolean => {
    spent.isOver ||= spent.work + units > capacity;
    if (!spent.isOver) spent.work += units;
    return !spent.isOver;
  };
  const guessOn = async (): Promise<void> => {
    while (next < farm.accounts.length && !spent.hasWon && !spent.isOver) {
      const index = next;
      next += 1;
      const device = devices[index % devices.length];
      const account = farm.accounts[index];
      if (!device || !account) throw new Error('a farm without devices or accounts');
      const headers = { ...device.headers, ...account.headers };
      const guess = { voucher_id: ulid, code: codes[index % codes.length] ?? '' };
      const sent = await sendGuess(url, headers, guess, maySpend);
      if (!sent) return;
      spent.hasWon ||= sent.hasWon;
      spent.played += 1;
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
