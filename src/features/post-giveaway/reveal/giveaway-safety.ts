import {
  LOTTERY_MAX_ENTRIES,
  PREMIUM_WAIT_MS,
  SKIP_WAIT_COST_COINS,
  WAIT_MS,
} from '../../../../contract/constants.ts';
import type { RevealMethod } from '../../../../contract/vouchers.ts';

/** How long trying every code takes while so many digits are hidden; ms, at most. */
export interface SafetyStage {
  readonly hidden: number;
  readonly codes: number;
  readonly oneMs: number;
  readonly onePremiumMs: number;
  readonly crowdMs: number;
  /** What one person pays to skip every wait. */
  readonly skipCoins: number;
}

export type GiveawaySafety =
  /** From the first day to the last digit that opens by itself. */
  | { readonly kind: 'guesses'; readonly stages: readonly SafetyStage[] }
  /** A lottery knows no wait, but a limit of entries. */
  | {
      readonly kind: 'entries';
      readonly codes: number;
      /** The chance of one person with every entry they may have, 0 to 1. */
      readonly oneChance: number;
      /** How many people it takes to enter every code. */
      readonly peopleForAll: number;
    };

export const CROWD = 100;

/** How many digits open by themselves; the rest has to be guessed. */
const openingDigits = (method: RevealMethod, maskedDigits: 4 | 2): number => {
  switch (method) {
    case 'views':
      return maskedDigits === 4 ? 2 : 1;
    case 'time':
      return 1;
    case 'lottery':
      return 0;
    default:
      return method satisfies never;
  }
};

/**
 * How long people need to try every one of `codes`, each code once, all of them as fast as they may: the
 * first guess of each is free, every further one comes after a wait.
 */
export const searchMs = (codes: number, people: number, waitMs: number): number =>
  (Math.ceil(codes / people) - 1) * waitMs;

function stageOf(hidden: number): SafetyStage {
  const codes = 10 ** hidden;
  return {
    hidden,
    codes,
    oneMs: searchMs(codes, 1, WAIT_MS),
    onePremiumMs: searchMs(codes, 1, PREMIUM_WAIT_MS),
    crowdMs: searchMs(codes, CROWD, WAIT_MS),
    skipCoins: (codes - 1) * SKIP_WAIT_COST_COINS,
  };
}

/** How well a giveaway's hidden digits stand up to people who try code after code. */
export function safetyOf(method: RevealMethod, maskedDigits: 4 | 2): GiveawaySafety {
  const codes = 10 ** maskedDigits;
  if (method === 'lottery') {
    return {
      kind: 'entries',
      codes,
      oneChance: Math.min(1, LOTTERY_MAX_ENTRIES / codes),
      peopleForAll: Math.ceil(codes / LOTTERY_MAX_ENTRIES),
    };
  }
  const opening = openingDigits(method, maskedDigits);
  const stages = Array.from({ length: opening + 1 }, (_, opened) => stageOf(maskedDigits - opened));
  return { kind: 'guesses', stages };
}
