import { useSyncExternalStore } from 'react';

import type { OwnerProof } from '../../../../contract/common.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { createListeners } from '../../../../local/listeners.ts';
import { PROOF_CODES } from './proof-codes.ts';

/** What the PIN sheet is asked for. */
export interface PinQuestion {
  /** Why: the server's refusal, or none where the user chooses a PIN by themself. */
  readonly failure: Failure | undefined;
  /** Chosen here and not only typed: there is none yet, or it is to become another one. */
  readonly isChoosing: boolean;
  /** The PIN was given, and what it was asked for is under way. */
  readonly isBusy: boolean;
}

let question: PinQuestion | undefined;
let resolve: (proof: OwnerProof | undefined) => void = () => undefined;
const listeners = createListeners();

function become(next: PinQuestion | undefined): void {
  question = next;
  listeners.notify();
}

/** Opens the sheet. @returns the PIN or what a passkey has signed, undefined when it was closed without either */
function ask(next: Omit<PinQuestion, 'isBusy'>): Promise<OwnerProof | undefined> {
  // One question at a time: who asks again has left the first one behind.
  resolve(undefined);
  become({ ...next, isBusy: false });
  return new Promise((resolveWith) => {
    resolve = resolveWith;
  });
}

/** Hands the proof to what asks for it; the sheet stays until that is known to be right. */
export function answerProof(proof: OwnerProof): void {
  if (question) become({ ...question, isBusy: true });
  resolve(proof);
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
 * Runs what takes money out, and asks for the PIN or a passkey as often as the server does. It is first run without:
 * the server knows best whether it wants one, and what it has carried out before it answers without.
 * @param run sends the request, with the proof where there is one
 * @returns the failure that asked for it when the sheet was closed
 */
export async function withPin<T>(
  run: (proof?: OwnerProof) => Promise<Result<T>>,
): Promise<Result<T>> {
  let result = await run();
  while (!result.ok && PROOF_CODES.includes(result.error.code)) {
    const { error } = result;
    const proof = await ask({ failure: error, isChoosing: error.code === 'pin_needed' });
    if (!proof) return result;
    result = await run(proof);
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
