import {
  ACCOUNT_AGED_MS,
  LOTTERY_ENTRY_COST_COINS,
  LOTTERY_MAX_ENTRIES,
  PREMIUM_WAIT_MS,
  SKIP_WAIT_COST_COINS,
  WAIT_MS,
} from '../constants.ts';
import { signUpCost, type SignUpCost } from '../accounts/sign-up-pace.ts';
import type { RevealMethod } from '../vouchers.ts';
import type { EntryRule } from './entry-rule.ts';

/** What of a giveaway decides how hard it is. */
export interface SafetyTerms {
  readonly method: RevealMethod;
  readonly maskedDigits: 4 | 2;
  readonly entryRule: EntryRule;
}

/** How many accounts one person may have made. */
export const FARM_SIZES = [10, 100, 1_000] as const;
/** The one of them that a sentence is about. */
export const FARM_SIZE = 100;

/** What a farm has to have before its first guess. */
export interface FarmNeeds extends SignUpCost {
  readonly accounts: number;
  /** Addresses that can be proved, each by one account. */
  readonly mailboxes: number;
  /** How old its accounts have to be. */
  readonly ageMs: number;
}

/** How long trying every code takes while so many digits are hidden; ms, at most. */
export interface SafetyStage {
  readonly hidden: number;
  readonly codes: number;
  readonly oneMs: number;
  readonly onePremiumMs: number;
  /** Of the farms, in the order of their sizes. */
  readonly farmsMs: readonly number[];
  /** What one person pays to skip every wait. */
  readonly skipCoins: number;
}

/** What of a lottery's codes a farm enters, and what that costs. */
export interface FarmEntries {
  /** The chance that one of them is right, 0 to 1. */
  readonly chance: number;
  readonly coins: number;
}

interface GuessSafety {
  readonly kind: 'guesses';
  readonly farms: readonly FarmNeeds[];
  /** From the first day to the last digit that opens by itself. */
  readonly stages: readonly SafetyStage[];
}

/** A lottery knows no wait, but a limit of entries. */
interface EntrySafety {
  readonly kind: 'entries';
  readonly farms: readonly FarmNeeds[];
  readonly codes: number;
  /** The chance of one person with every entry they may have, 0 to 1. */
  readonly oneChance: number;
  /** How many people it takes to enter every code. */
  readonly peopleForAll: number;
  /** Of the farms, in the order of their sizes. */
  readonly entries: readonly FarmEntries[];
}

export type GiveawaySafety = GuessSafety | EntrySafety;

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
    farmsMs: FARM_SIZES.map((accounts) => searchMs(codes, accounts, WAIT_MS)),
    skipCoins: (codes - 1) * SKIP_WAIT_COST_COINS,
  };
}

const needsOf = (accounts: number, rule: EntryRule): FarmNeeds => ({
  accounts,
  mailboxes: rule === 'everybody' ? 0 : accounts,
  ageMs: rule === 'aged' ? ACCOUNT_AGED_MS : 0,
  ...signUpCost(accounts),
});

/** No code is worth entering twice, and each account's first entry is free. */
function entriesOf(accounts: number, codes: number): FarmEntries {
  const entered = Math.min(codes, accounts * LOTTERY_MAX_ENTRIES);
  const paid = Math.max(0, entered - accounts);
  return { chance: entered / codes, coins: paid * LOTTERY_ENTRY_COST_COINS };
}

/** How well a giveaway's hidden digits stand up to people who try code after code, and to farms of accounts. */
export function safetyOf({ method, maskedDigits, entryRule }: SafetyTerms): GiveawaySafety {
  const codes = 10 ** maskedDigits;
  const farms = FARM_SIZES.map((accounts) => needsOf(accounts, entryRule));
  if (method === 'lottery') {
    return {
      kind: 'entries',
      farms,
      codes,
      oneChance: Math.min(1, LOTTERY_MAX_ENTRIES / codes),
      peopleForAll: Math.ceil(codes / LOTTERY_MAX_ENTRIES),
      entries: FARM_SIZES.map((accounts) => entriesOf(accounts, codes)),
    };
  }
  const opening = openingDigits(method, maskedDigits);
  const stages = Array.from({ length: opening + 1 }, (_, opened) => stageOf(maskedDigits - opened));
  return { kind: 'guesses', farms, stages };
}
