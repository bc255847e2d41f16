import { useEffect, useRef } from 'react';

import type { Failure } from '../../../contract/result.ts';
import { readSession } from '../../platform/session/session.ts';
import { notify, type ToastKind } from '../../platform/toast-store.ts';

/** What is said of money that was sent, as far as it is known. */
export interface MoneySaid {
  readonly title: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'bad';
  readonly text: string;
}

/**
 * What is said where no answer came.
 * @param message why, as the catalogue of errors says it, with a full stop or without
 * @param mayBe what may have happened, and that asking again is safe
 */
export const notKnown = (message: string, mayBe: string): MoneySaid => ({
  title: 'Not known yet',
  tone: 'warn',
  text: `${/[.!?]$/.test(message) ? message : `${message}.`} ${mayBe}`,
});

const KINDS: Readonly<Record<MoneySaid['tone'], ToastKind>> = {
  ok: 'success',
  info: 'info',
  warn: 'info',
  bad: 'error',
};

export interface TellIfLeft {
  readonly isLeft: () => boolean;
  readonly ended: (said: MoneySaid) => void;
  /** `isUnknown`: it may have been done all the same. */
  readonly failed: (failure: Failure, isUnknown: boolean) => void;
}

/**
 * Tells, wherever the person is by then, what came of a command whose sheet or page was left before its answer.
 * @param what was sent: 'Withdrawal'
 * @param where what shows whether it was done after all
 */
export function useTellIfLeft(what: string, where = 'transactions'): TellIfLeft {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const tell = async ({ title, tone, text }: MoneySaid): Promise<void> => {
    // Whoever has the phone after a sign-out is told nothing of it.
    if (!isLeft.current || (await readSession()) !== 'signed-in') return;
    notify(`${what}: ${title.toLowerCase()}`, { kind: KINDS[tone], detail: text });
  };
  return {
    isLeft: () => isLeft.current,
    ended: (said) => void tell(said),
    failed({ message }, isUnknown) {
      void tell(
        isUnknown
          ? notKnown(message, `It may have been done all the same: your ${where} show it.`)
          : { title: 'Not done', tone: 'bad', text: message },
      );
    },
  };
}
