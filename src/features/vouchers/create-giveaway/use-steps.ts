import { useEffect, useRef, useState } from 'react';

import { navigate, useAppLocation, useQuery } from '../../../platform/routing/router.tsx';
import { readStep, stepBefore, stepPath, type Step } from './steps.ts';

export interface Steps {
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  /** As the browser's own way back does. */
  readonly goBack: () => void;
  /** Goes elsewhere in place of the whole form: the browser's way back leads to what was before it. */
  readonly leave: (to: string) => void;
}

/** The entries of the history that this form has made, the one on screen last. */
function useTrail(key: string): () => number {
  const trail = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = trail.current.indexOf(key);
    trail.current = at < 0 ? [...trail.current, key] : trail.current.slice(0, at + 1);
  }, [key]);
  return () => trail.current.length;
}

/** Which step the address names. Each is an entry of the history, so that going back goes one step back. */
export function useSteps(): Steps {
  const { path, key } = useAppLocation();
  const named = readStep(useQuery());
  // The step that it is left at stays while the history is taken back to before the form.
  const [last, setLast] = useState<Step>();
  const step = last ?? named;
  const lengthOfTrail = useTrail(key);
  const goTo = (next: Step): void => navigate(stepPath(path, next));
  const goBack = (): void => {
    if (lengthOfTrail() > 1) history.back();
    // Opened here: what lies behind is another page.
    else navigate(stepPath(path, stepBefore(step)), { replace: true });
  };
  const leave = (to: string): void => {
    const replace = (): void => navigate(to, { replace: true });
    const behind = lengthOfTrail() - 1;
    if (behind < 1) return replace();
    setLast(step);
    addEventListener('popstate', replace, { once: true });
    return history.go(-behind);
  };
  return { step, goTo, goBack, leave };
}

/**
 * After another step has come: the focus on what was asked for, else on the step's heading. Going back also
 * brings back where one was; any other way begins at the top.
 */
export function useStepArrival(step: Step, arrive: (isReturn: boolean) => void): void {
  const { cause } = useAppLocation();
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    arrive(cause === 'pop');
  });
}
