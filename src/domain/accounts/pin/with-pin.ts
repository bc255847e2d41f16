import { useSyncExternalStore } from 'react';

import type { OwnerProof } from '../../../../contract/common.ts';
import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { createListeners } from '../../../../local/listeners.ts';
import { toast } from '../../../platform/toast-store.ts';
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
let loadSheet = (): Promise<void> => Promise.resolve();
const listeners = createListeners();

function become(next: PinQuestion | undefined): void {
  question = next;
  listeners.notify();
}

/** Tells what fetches the sheet's code; it rejects where that cannot be had, and tries again when it is called again. */
export function showPinWith(load: () => Promise<void>): void {
  loadSheet = load;
}

/** Whether the sheet can be shown, and says so where it cannot: a question that is not seen is never answered. */
const isSheetHere = (): Promise<boolean> =>
  loadSheet().then(
    () => true,
    () => {
      toast(DEVICE_ERRORS.network.message, { kind: 'error' });
      return false;
    },
  );

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
 * @returns the failure that asked for it when the sheet was closed, or cannot be shown: nothing was taken then
 */
export async function withPin<T>(
  run: (proof?: OwnerProof) => Promise<Result<T>>,
): Promise<Result<T>> {
  let result = await run();
  while (!result.ok && PROOF_CODES.includes(result.error.code)) {
    const { error } = result;
    if (!(await isSheetHere())) return result;
    const proof = await ask({ failure: error, isChoosing: error.code === 'pin_needed' });
    if (!proof) return result;
    result = await run(proof);
  }
  if (question?.isBusy) become(undefined);
  return result;
}

/** Lets the user choose a PIN, or another one. */
export async function choosePin(): Promise<void> {
  if (!(await isSheetHere())) return;
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
