import { useEffect, useRef, useState } from 'react';

import { OVERLAY_HIDE_MS } from '../../../../contract/constants.ts';

/** What belongs to the guess carries this attribute: overlay and tray. */
export const GUESS_CONTROL = { 'data-guess-control': '' } as const;

/** Whether a guess is being typed: the keyboard's focus is in the guess. A tapped key does not count. */
const isHeld = (): boolean =>
  document.activeElement?.closest('[data-guess-control]') !== null &&
  (document.activeElement?.matches(':focus-visible') ?? false);

export interface AutoHide {
  /** Changes whenever the time begins anew. */
  readonly round: number;
  readonly isPaused: boolean;
}

/** Hides the guess when it is not touched for 6 s; the time stands still while its field has the focus. */
export function useAutoHide(isOpen: boolean, onHide: () => void): AutoHide {
  const [state, setState] = useState<AutoHide>({ round: 0, isPaused: false });
  const hide = useRef(onHide);
  useEffect(() => {
    hide.current = onHide;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(timer);
      const isPaused = isHeld();
      setState(({ round }) => ({ round: round + 1, isPaused }));
      if (!isPaused) timer = setTimeout(() => hide.current(), OVERLAY_HIDE_MS);
    };
    restart();
    const events = ['focusin', 'focusout', 'pointerdown', 'keyup'] as const;
    for (const type of events) document.addEventListener(type, restart);
    return () => {
      clearTimeout(timer);
      for (const type of events) document.removeEventListener(type, restart);
    };
  }, [isOpen]);
  return state;
}
