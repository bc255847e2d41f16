import { HIDDEN } from '../vouchers/voucher-code.ts';
import type { Check } from './check.ts';
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
  return names.size > 0
    ? {
        name: 'ticket',
        outcome: 'fail',
        says: `The ticket shows something else than was sealed: ${[...names].join(', ')}.`,
      }
    : {
        name: 'ticket',
        outcome: 'pass',
        says: 'The ticket shows the prize, rules and digits that were sealed.',
      };
}
