import { useEffect, useState, type ReactElement } from 'react';

import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import type { Result } from '../../../../contract/result.ts';
import { HIDDEN } from '../../../../contract/vouchers/voucher-code.ts';
import { readProof, type KnownProof } from '../../../../local/queries/vouchers.ts';
import { verdictKey } from '../../../../local/voucher-proof.ts';
import { onNetworkReturn } from '../../../platform/connectivity.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { TextLink } from '../../../ui/action/button.tsx';
import { Code, type CodeProof, type CodeProps } from '../../../ui/code/code.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { TipOver } from '../../../ui/overlay/tip.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import '../../../ui/code/code-proof.css';

/** What changes when the proof has to be checked anew; undefined while there is none. */
const keyOf = (known: KnownProof | undefined): string | undefined =>
  known?.proof && verdictKey({ ...known, proof: known.proof });

/**
 * What the data worker finds when it checks the proof of a giveaway; anew when what is proved has changed, and
 * when the network is back without which the worker could not fetch what checks it.
 * @param known as the device has it
 * @returns undefined until it was checked; the last finding stands while it is checked again
 */
export function useVerdict(known: KnownProof | undefined): Result<Verdict | undefined> | undefined {
  const [found, setFound] = useState<Result<Verdict | undefined>>();
  const key = keyOf(known);
  const ulid = known?.proof?.ulid;
  useEffect(() => {
    if (key === undefined || ulid === undefined) return undefined;
    let isLatest = true;
    let isUnchecked = false;
    const check = async (): Promise<void> => {
      const result = await callWorker((worker) => worker.judgeProof(ulid));
      if (!isLatest) return;
      isUnchecked = !result.ok && isOfNetwork(result.error);
      setFound(result);
    };
    void check();
    const stopWaiting = onNetworkReturn(() => {
      if (isUnchecked) void check();
    });
    return () => {
      isLatest = false;
      stopWaiting();
    };
  }, [key, ulid]);
  return found;
}

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
  readonly proof: CodeProof | undefined;
}

const PROVED =
  'A tick: this digit was sealed before the first guess, and this device has checked it.';
const REFUTED = 'A cross: this digit is not the one that was sealed.';

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

export interface ProvedCodeProps {
  readonly voucher: ShownVoucher;
  readonly code: CodeProps;
  readonly onRefuted: (isRefuted: boolean) => void;
}

export function ProvedCode({ voucher, code, onRefuted }: ProvedCodeProps): ReactElement {
  const { ulid, masked_code: maskedCode, status } = voucher;
  const { data: known } = useLive(readProof, [ulid]);
  useRefresh((worker) => worker.refreshProof(ulid), [ulid, maskedCode, status]);
  const found = useVerdict(known);
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
