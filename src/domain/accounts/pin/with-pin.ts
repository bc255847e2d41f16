import { useSyncExternalStore } from 'react';

import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { createListeners } from '../../../../local/listeners.ts';

/** What the PIN sheet is asked for. */
export interface PinQuestion {
  /** Why: the server's refusal, or none where the user chooses a PIN by themself. */
  readonly failure: Failure | undefined;
  /** Chosen here and not only typed: there is none yet, or it is to become another one. */
  readonly isChoosing: boolean;
  /** The PIN was given, and what it was asked for is under way. */
  readonly isBusy: boolean;
}

const PIN_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'pin_needed',
  'pin_required',
  'pin_wrong',
  'pin_locked',
]);

let question: PinQuestion | undefined;
let resolve: (pin: string | undefined) => void = () => undefined;
const listeners = createListeners();

function become(next: PinQuestion | undefined): void {
  question = next;
  listeners.notify();
}

/** Opens the sheet. @returns the PIN, undefined when it was closed without one */
function ask(next: Omit<PinQuestion, 'isBusy'>): Promise<string | undefined> {
  // One question at a time: who asks again has left the first one behind.
  resolve(undefined);
  become({ ...next, isBusy: false });
  return new Promise((resolveWith) => {
    resolve = resolveWith;
  });
}

/** Hands the PIN to what asks for it; the sheet stays until that is known to be right. */
export function answerPin(pin: string): void {
  if (question) become({ ...question, isBusy: true });
  resolve(pin);
}

/** Closes the sheet without a PIN; not while one is being tried. */
export function closePin(): void {
  if (question?.isBusy) return;
  become(undefined);
  resolve(undefined);
}

/** From typing the PIN to choosing another one, for who has forgotten or locked it. */
export function chooseInstead(): void {
  become({ failure: undefined, isChoosing: true, isBusy: false });
}

/**
 * Runs what takes money out, and asks for the PIN as often as the server does. It is first run without one: the
 * server knows best whether it wants it, and what it has carried out before it answers without.
 * @param run sends the request, with the PIN where there is one
 * @returns the failure that asked for the PIN when the sheet was closed
 */
export async function withPin<T>(run: (pin?: string) => Promise<Result<T>>): Promise<Result<T>> {
  let result = await run();
  while (!result.ok && PIN_CODES.has(result.error.code)) {
    const { error } = result;
    const pin = await ask({ failure: error, isChoosing: error.code === 'pin_needed' });
    if (pin === undefined) return result;
    result = await run(pin);
  }
  if (question?.isBusy) become(undefined);
  return result;
}

/** Lets the user choose a PIN, or another one. */
export async function choosePin(): Promise<void> {
  await ask({ failure: undefined, isChoosing: true });
  become(undefined);
}

/** What the sheet is asked for; undefined while it is closed. */
export const usePinQuestion = (): PinQuestion | undefined =>
  useSyncExternalStore(
    listeners.add,
    () => question,
    () => undefined,
  );
