import type { OwnerProof } from '../../../../contract/common.ts';
import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import type { Result } from '../../../../contract/result.ts';
import { toast } from '../../../platform/toast-store.ts';
import { loadPinSheet, readPinQuestion, setPinQuestion, type PinQuestion } from './pin-question.ts';
import { PROOF_CODES } from './proof-codes.ts';

let resolve: (proof: OwnerProof | undefined) => void = () => undefined;

/** Whether the sheet can be shown, and says so where it cannot: a question that is not seen is never answered. */
const isSheetHere = (): Promise<boolean> =>
  loadPinSheet().then(
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
  setPinQuestion({ ...next, isBusy: false });
  return new Promise((resolveWith) => {
    resolve = resolveWith;
  });
}

/** Hands the proof to what asks for it; the sheet stays until that is known to be right. */
export function answerProof(proof: OwnerProof): void {
  const question = readPinQuestion();
  if (question) setPinQuestion({ ...question, isBusy: true });
  resolve(proof);
}

/** Closes the sheet without a PIN; not while one is being tried. */
export function closePin(): void {
  if (readPinQuestion()?.isBusy) return;
  setPinQuestion(undefined);
  resolve(undefined);
}

/** From typing the PIN to choosing another one, for who has forgotten or locked it. */
export function chooseInstead(): void {
  setPinQuestion({ failure: undefined, isChoosing: true, isBusy: false });
}

/**
 * Runs what takes money out, and asks for the PIN or a passkey as often as the server does. It is first run without:
 * the server knows best whether it wants one, and what it has carried out before it answers without.
 * @param run sends the request, with the proof where there is one
 * @returns the failure that asked for it when the sheet was closed, its page was left, or it cannot be shown: nothing was taken then
 */
export async function withPin<T>(
  run: (proof?: OwnerProof) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { pathname } = location;
  let result = await run();
  while (!result.ok && PROOF_CODES.includes(result.error.code)) {
    const { error } = result;
    // Who has left the page meanwhile could not be told there what came of it.
    if (location.pathname !== pathname) break;
    if (!(await isSheetHere())) return result;
    const proof = await ask({ failure: error, isChoosing: error.code === 'pin_needed' });
    if (!proof) return result;
    result = await run(proof);
  }
  if (readPinQuestion()?.isBusy) setPinQuestion(undefined);
  return result;
}

/** Lets the user choose a PIN, or another one. */
export async function choosePin(): Promise<void> {
  if (!(await isSheetHere())) return;
  await ask({ failure: undefined, isChoosing: true });
  setPinQuestion(undefined);
}
