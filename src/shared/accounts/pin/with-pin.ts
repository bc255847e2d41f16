import type { OwnerProof } from '../../../../contract/common.ts';
import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import type { Result } from '../../../../contract/result.ts';
import { toast } from '../../../platform/toast-store.ts';
import { loadPinSheet, readPinQuestion, setPinQuestion, type PinQuestion } from './pin-question.ts';
import { PROOF_CODES } from './proof-codes.ts';

let resolve: (proof: OwnerProof | undefined) => void = () => undefined;

const isSheetHere = (): Promise<boolean> =>
  loadPinSheet().then(
    () => true,
    () => {
      toast(DEVICE_ERRORS.network.message, { kind: 'error' });
      return false;
    },
  );

function ask(next: Omit<PinQuestion, 'isBusy'>): Promise<OwnerProof | undefined> {
  // A second question cancels the first, whose caller would wait for ever.
  resolve(undefined);
  setPinQuestion({ ...next, isBusy: false });
  return new Promise((resolveWith) => {
    resolve = resolveWith;
  });
}

export function answerProof(proof: OwnerProof): void {
  const question = readPinQuestion();
  if (question) setPinQuestion({ ...question, isBusy: true });
  resolve(proof);
}

export function closePin(): void {
  if (readPinQuestion()?.isBusy) return;
  setPinQuestion(undefined);
  resolve(undefined);
}

/**
 * @param saying what is paid to whom, which stands above the keys
 * @returns the refusal when the sheet closed without proof; no money was taken then
 */
export async function withPin<T>(
  saying: string,
  run: (proof?: OwnerProof) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { pathname } = location;
  // The first request has no proof, because only the server knows whether it requires one.
  let result = await run();
  while (!result.ok && PROOF_CODES.includes(result.error.code)) {
    const { error } = result;
    if (location.pathname !== pathname) break;
    if (!(await isSheetHere())) return result;
    const proof = await ask({ failure: error, isChoosing: error.code === 'pin_needed', saying });
    if (!proof) return result;
    result = await run(proof);
  }
  if (readPinQuestion()?.isBusy) setPinQuestion(undefined);
  return result;
}

/**
 * @param returnTo the form that comes next, if its address is another one than the page's
 * @returns whether a PIN was chosen
 */
export async function choosePin(why?: string, returnTo?: string): Promise<boolean> {
  if (!(await isSheetHere())) return false;
  const proof = await ask({ failure: undefined, isChoosing: true, saying: why, returnTo });
  setPinQuestion(undefined);
  return proof !== undefined;
}
