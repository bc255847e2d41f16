/** What the sealed rules say, as far as it is read here. Amounts in minor units, times in ms since the epoch. */
export interface SealedRules {
  readonly amount: number;
  readonly currency: string;
  readonly feeBp: number;
  /** Positions hidden at creation. */
  readonly hidden: readonly number[];
  readonly revealMethod?: string;
  readonly firstRevealViews?: number | null;
  readonly secondRevealViews?: number | null;
  readonly opensAtMs?: number | null;
  readonly closesAtMs?: number | null;
  readonly waitMs?: number;
  readonly premiumWaitMs?: number;
}

/** Reads the text of the rules; undefined when it is not one, as only an edited text is. */
export function readSealedRules(text: string): SealedRules | undefined {
  try {
    const rules = JSON.parse(text) as Partial<SealedRules> | null;
    return Array.isArray(rules?.hidden) ? (rules as SealedRules) : undefined;
  } catch {
    return undefined;
  }
}
