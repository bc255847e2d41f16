import {
  ACCOUNT_AGED_MS,
  LOTTERY_ENTRY_COST_COINS,
  LOTTERY_MAX_ENTRIES,
  PREMIUM_WAIT_MS,
  SKIP_WAIT_COST_COINS,
  WAIT_MS,
} from '../constants.ts';
import { type SignUpCost, signUpCost } from '../accounts/sign-up-pace.ts';
import type { RevealMethod } from '../vouchers.ts';
import type { EntryRule } from './entry-rule.ts';

export interface SafetyTerms {
  readonly method: RevealMethod;
  readonly maskedDigits: 4 | 2;
  readonly entryRule: EntryRule;
}

export const FARM_SIZES = [10, 100, 1_000] as const;
export const FARM_SIZE = 100;

export interface FarmNeeds extends SignUpCost {
  readonly accounts: number;
  readonly mailboxes: number;
  readonly ageMs: number;
}

export interface SafetyStage {
  readonly hidden: number;
  readonly codes: number;
  readonly oneMs: number;
  readonly onePremiumMs: number;
  readonly farmsMs: readonly number[];
  readonly skipCoins: number;
}

export interface FarmEntries {
  readonly chance: number;
  readonly coins: number;
}

interface GuessSafety {
  readonly kind: 'guesses';
  readonly farms: readonly FarmNeeds[];
  readonly stages: readonly SafetyStage[];
}

interface EntrySafety {
  readonly kind: 'entries';
  readonly farms: readonly FarmNeeds[];
  readonly codes: number;
  readonly oneChance: number;
  readonly peopleForAll: number;
  readonly entries: readonly FarmEntries[];
}

export type GiveawaySafety = GuessSafety | EntrySafety;

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

/** Each user's first guess is free, and every further one costs a wait. */
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

function entriesOf(accounts: number, codes: number): FarmEntries {
  const entered = Math.min(codes, accounts * LOTTERY_MAX_ENTRIES);
  const paid = Math.max(0, entered - accounts);
  return { chance: entered / codes, coins: paid * LOTTERY_ENTRY_COST_COINS };
}

/** Estimates how long the hidden digits resist guessers and groups of fake accounts. */
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
