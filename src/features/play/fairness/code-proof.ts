import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { HIDDEN } from '../../../../contract/vouchers/voucher-code.ts';

/** What a code shows of a verdict: a mark by place, and words for those who do not see it. */
export function codeProof(maskedCode: string, { proved, refuted }: Verdict) {
  const marks = [...maskedCode].map((digit, at) => {
    if (digit === HIDDEN) return undefined;
    if (refuted.includes(at)) return 'refuted';
    return proved.includes(at) ? 'proved' : undefined;
  });
  const words = [
    proved.length > 0 && `${plural(proved.length, 'digit', 'digits')} proved.`,
    refuted.length > 0 && `${plural(refuted.length, 'digit', 'digits')} not what was promised.`,
  ];
  return { marks, label: words.filter(Boolean).join(' ') };
}
