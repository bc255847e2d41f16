import type { OwnerProof } from '../../../../contract/common.ts';
import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { getDatabase } from '../../../../local/database.ts';
import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { toast } from '../../../platform/toast-store.ts';
import { hasPasskey } from '../user.ts';
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

async function readProofKind(): Promise<'pin_required' | 'passkey_required' | undefined> {
  const db = getDatabase();
  if ((await readUser(db))?.user.has_pin === true) return 'pin_required';
  return hasPasskey(await readAccount(db)) ? 'passkey_required' : undefined;
}

/**
 * The server asks every user who has a PIN or a passkey. Where this device knows of one it asks by itself,
 * which saves a request; where it cannot read what it knows, the server asks.
 */
async function knownQuestion(): Promise<Result<never> | undefined> {
  const code = await readProofKind().catch(() => undefined);
  return code && fail({ code, message: DEVICE_ERRORS[code].message });
}

/**
 * @param saying what is paid to whom, which stands above the keys
 * @param asksFirst false for what may need no proof: a payment by card, or an order that was sent before
 * @returns the refusal when the sheet closed without proof; no money was taken then
 */
export async function withPin<T>(
  saying: string,
  run: (proof?: OwnerProof) => Promise<Result<T>>,
  asksFirst = true,
): Promise<Result<T>> {
  const { pathname } = location;
  // Offline nothing is asked for: the request itself says that it cannot be sent.
  const known = asksFirst && navigator.onLine ? await knownQuestion() : undefined;
  let result: Result<T> = known ?? (await run());
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
