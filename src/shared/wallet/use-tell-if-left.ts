import { useEffect, useRef } from 'react';

import { isUnanswered } from '../../../contract/errors/is-unanswered.ts';
import type { Failure } from '../../../contract/result.ts';
import { readSession } from '../../platform/session/session.ts';
import { notify, type ToastKind } from '../../platform/toast-store.ts';
import { PROOF_CODES } from '../accounts/pin/proof-codes.ts';

/** With these errors the request has not left the device, or the server has taken nothing. */
const NOT_TAKEN = new Set<string>([
  'storage_full',
  'too_many_requests',
  'unauthenticated',
  ...PROOF_CODES,
]);

/**
 * A payment that may have been taken must not be called failed.
 * @param isRepeated whether it was sent before without an answer
 */
export const mayBeTaken = (failure: Failure, isRepeated: boolean): boolean =>
  NOT_TAKEN.has(failure.code) ? isRepeated : isUnanswered(failure);

export interface MoneySaid {
  readonly title: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'bad';
  readonly text: string;
}

/** @param mayBe tells what may have happened and that asking again is safe */
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

/** Notifies the user of a result after they have left the sheet or page that sent the command. */
export function useTellIfLeft(what: string, where = 'transactions') {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const tell = async ({ title, tone, text }: MoneySaid): Promise<void> => {
    // After a sign-out another person may use the phone, so nothing is shown.
    if (!isLeft.current || (await readSession()) !== 'signed-in') return;
    notify(`${what}: ${title.toLowerCase()}`, { kind: KINDS[tone], detail: text });
  };
  return {
    isLeft: (): boolean => isLeft.current,
    ended: (said: MoneySaid): void => void tell(said),
    /** @param isUnknown whether the command may have been carried out */
    failed: (failure: Failure, isUnknown = mayBeTaken(failure, false)): void => {
      const { message } = failure;
      void tell(
        isUnknown
          ? notKnown(message, `It may still have gone through: check your ${where}.`)
          : { title: 'Not done', tone: 'bad', text: message },
      );
    },
  };
}
