import { HIDDEN } from '../vouchers/voucher-code.ts';
import { listed, type Check } from './check.ts';
import type { ProofFile } from './proof-file.ts';
import { readSealedRules, type SealedRules } from './sealed-rules.ts';

/** What a screen says of the voucher. Amount in minor units, times in ms since the epoch. */
export interface Shown extends Partial<Omit<SealedRules, 'hidden' | 'feeBp'>> {
  /** Digits, with `*` for a hidden one. */
  readonly maskedCode: string;
}

/** Positions at which another digit is shown than the proof is of. */
export const misshown = ({ digits }: Pick<ProofFile, 'digits'>, { maskedCode }: Shown): number[] =>
  digits.flatMap(({ position, digit }) => {
    const shown = maskedCode.charAt(position);
    return shown === HIDDEN || shown === digit ? [] : [position];
  });

/** Positions of shown digits that the proof says nothing of: they opened after it was made. */
const unprovedOf = ({ digits }: Pick<ProofFile, 'digits'>, { maskedCode }: Shown): number[] => {
  const proved = new Set(digits.map(({ position }) => position));
  return [...maskedCode].flatMap((digit, at) => (digit === HIDDEN || proved.has(at) ? [] : [at]));
};

const NAMES = {
  amount: 'prize',
  currency: 'currency',
  revealMethod: 'way digits open',
  firstRevealViews: 'views for a digit',
  secondRevealViews: 'views for a digit',
  opensAtMs: 'time a digit opens',
  closesAtMs: 'closing time',
} as const;

/** Whether the ticket on the screen says what the sealed rules and the proved digits say. */
export function judgeShown(proof: ProofFile, shown: Shown): Check {
  const rules = readSealedRules(proof.rules);
  const fields = Object.keys(NAMES) as (keyof typeof NAMES)[];
  const differing = fields.filter(
    (name) => shown[name] !== undefined && shown[name] !== rules?.[name],
  );
  const names = new Set<string>(differing.map((name) => NAMES[name]));
  if (misshown(proof, shown).length > 0) names.add('digits');
  const name = 'ticket';
  if (names.size > 0)
    return {
      name,
      outcome: 'fail',
      says: `The ticket shows something else than was sealed: ${[...names].join(', ')}.`,
    };
  const unproved = unprovedOf(proof, shown);
  return unproved.length > 0
    ? { name, outcome: 'open', says: `Shown, but not proved yet: ${listed(unproved)}.` }
    : {
        name,
        outcome: 'pass',
        says: 'The ticket shows the prize, rules and digits that were sealed.',
      };
}
