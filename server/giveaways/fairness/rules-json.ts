import canonicalize from 'canonicalize';

import { PLATFORM_FEE_BP, PREMIUM_WAIT_MS, WAIT_MS } from '../../../contract/constants.ts';
import type { RevealMethod } from '../../../contract/vouchers.ts';

/** What a creator cannot change any more once it is published. */
export interface VoucherRules {
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Positions hidden at creation. */
  readonly hidden: readonly number[];
  readonly revealMethod: RevealMethod;
  readonly firstRevealViews: number | null;
  readonly secondRevealViews: number | null;
  readonly remainingTime: Date | null;
  readonly finalRevealTime: Date | null;
}

const RULES_VERSION = 1;

/**
 * The rules as canonical JSON (RFC 8785): the same rules give the same text, byte for byte. Times in ms since the
 * epoch.
 */
export function rulesJsonOf(rules: VoucherRules): string {
  const json = canonicalize({
    v: RULES_VERSION,
    amount: Number(rules.amountMinor),
    currency: rules.currency,
    feeBp: PLATFORM_FEE_BP,
    hidden: rules.hidden,
    revealMethod: rules.revealMethod,
    firstRevealViews: rules.firstRevealViews,
    secondRevealViews: rules.secondRevealViews,
    opensAtMs: rules.remainingTime?.getTime() ?? null,
    closesAtMs: rules.finalRevealTime?.getTime() ?? null,
    waitMs: rules.revealMethod === 'lottery' ? 0 : WAIT_MS,
    premiumWaitMs: rules.revealMethod === 'lottery' ? 0 : PREMIUM_WAIT_MS,
  });
  if (json === undefined) throw new Error('rules cannot be written as JSON');
  return json;
}
