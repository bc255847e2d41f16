import { useEffect, useRef, useState, type ReactElement } from 'react';

import { answerProof } from '../../../shared/accounts/pin/with-pin.ts';
import { knowsPasskeys, loadPasskeys } from '../passkeys/load-passkeys.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

export interface UseFingerProps {
  readonly isBusy: boolean;
  readonly isOnly: boolean;
}

export function UseFinger({ isBusy, isOnly }: UseFingerProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  if (!knowsPasskeys()) {
    return <Alert tone="warn">This browser cannot use your fingerprint or face.</Alert>;
  }
  const ask = async (): Promise<void> => {
    setIsAsking(true);
    setProblem(undefined);
    const code = await loadPasskeys();
    const signed = code.ok ? await code.value.signWithPasskey() : code;
    // The sheet may have been closed, and another one must not get this answer.
    if (!isHere.current) return;
    setIsAsking(false);
    if (signed.ok) answerProof({ passkey: signed.value });
    else setProblem(signed.error.message);
  };
  return (
    <>
      {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
      <Button
        {...(isOnly && { variant: 'primary' as const })}
        size="lg"
        block
        loading={isAsking || (isOnly && isBusy)}
        disabled={isBusy}
        onClick={() => void ask()}
      >
        Use your fingerprint or face
      </Button>
    </>
  );
}
