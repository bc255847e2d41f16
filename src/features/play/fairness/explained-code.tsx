import type { ReactElement } from 'react';

import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import { HIDDEN } from '../../../../contract/vouchers/voucher-code.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { Code, type CodeProof, type CodeProps } from '../../../ui/code/code.tsx';
import { TipOver } from '../../../ui/overlay/tip.tsx';
import '../../../ui/code/code-proof.css';

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

interface ExplainedCodeProps {
  readonly code: CodeProps;
  /** undefined while nothing has been checked. */
  readonly proof: CodeProof | undefined;
}

const PROVED =
  'A tick: this digit was sealed before the first guess, and this device has checked it.';
const REFUTED = 'A cross: this digit is not the one that was sealed.';

/** A code with the marks of its proof; a tap on it, or Enter, says what they mean. */
export function ExplainedCode({ code, proof }: ExplainedCodeProps): ReactElement {
  const isProved = proof?.marks.includes('proved') ?? false;
  const isRefuted = proof?.marks.includes('refuted') ?? false;
  return (
    <TipOver
      label="What do the marks on the digits mean?"
      tip={[isRefuted && REFUTED, isProved && PROVED].filter(Boolean).join(' ')}
    >
      <Code {...code} proof={proof} />
    </TipOver>
  );
}
