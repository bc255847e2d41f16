import { useEffect, type ReactElement } from 'react';

import { codeProof, ExplainedCode } from '../fairness/explained-code.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { useVerdict } from '../fairness/use-verdict.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { CodeProps } from '../../../ui/code/code.tsx';
import { TextLink } from '../../../ui/action/button.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { readProof } from '../../../../local/queries/vouchers.ts';

export interface ProvedCodeProps {
  readonly voucher: ShownVoucher;
  readonly code: CodeProps;
  /** Told whether the proof was found not to hold; then nothing should be guessed here. */
  readonly onRefuted: (isRefuted: boolean) => void;
}

/** The voucher's code with a mark on each digit that this device has checked; loud when one does not hold. */
export function ProvedCode({ voucher, code, onRefuted }: ProvedCodeProps): ReactElement {
  const { ulid, masked_code: maskedCode, status } = voucher;
  const read = useLive(readProof, [ulid]);
  useRefresh((worker) => worker.refreshProof(ulid), [ulid, maskedCode, status]);
  const found = useVerdict(read.phase === 'ready' ? read.data : undefined);
  const verdict = found?.ok ? found.value : undefined;
  const isRefuted = verdict?.hasFailed ?? false;
  useEffect(() => onRefuted(isRefuted), [isRefuted, onRefuted]);
  return (
    <>
      <ExplainedCode code={code} proof={verdict && codeProof(code.maskedCode, verdict)} />
      {isRefuted && (
        <Alert tone="bad">
          This voucher does not hold what it promised.{' '}
          <TextLink href={`/v/${ulid}/fairness`}>See what is wrong</TextLink>
        </Alert>
      )}
    </>
  );
}
