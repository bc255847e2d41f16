import type { ReactElement } from 'react';

import '../../../ui/code/code-proof.css';
import { Code, type CodeProof, type CodeProps } from '../../../ui/code/code.tsx';
import { TipOver } from '../../../ui/overlay/tip.tsx';

export interface ExplainedCodeProps {
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
