import { CODE_LENGTH } from '../constants.ts';

/** Amounts in minor units, times in ms since the epoch. */
export interface SealedRules {
  readonly amount: number;
  readonly currency: string;
  readonly feeBp: number;
  readonly hidden: readonly number[];
  readonly revealMethod?: string;
  readonly firstRevealViews?: number | null;
  readonly secondRevealViews?: number | null;
  readonly opensAtMs?: number | null;
  readonly closesAtMs?: number | null;
  readonly waitMs?: number;
  readonly premiumWaitMs?: number;
}

const MAX_MOMENT_MS = 8.64e15;

const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max;
const isPosition = (value: unknown): boolean => isCount(value, CODE_LENGTH - 1);

/** A server can commit to any text, so invalid rules must not crash the display. */
const areRules = (rules: Partial<Record<keyof SealedRules, unknown>> | null): boolean =>
  isCount(rules?.amount) &&
  typeof rules?.currency === 'string' &&
  isCount(rules.feeBp) &&
  Array.isArray(rules.hidden) &&
  rules.hidden.every(isPosition) &&
  ['string', 'undefined'].includes(typeof rules.revealMethod) &&
  [rules.firstRevealViews, rules.secondRevealViews, rules.waitMs, rules.premiumWaitMs].every(
    (count) => isCount(count ?? 0),
  ) &&
  [rules.opensAtMs, rules.closesAtMs].every((ms) => isCount(ms ?? 0, MAX_MOMENT_MS));

/** Returns undefined for text that is not valid rules. */
export function readSealedRules(text: string): SealedRules | undefined {
  try {
    const rules = JSON.parse(text) as SealedRules | null;
    return areRules(rules) ? (rules ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
