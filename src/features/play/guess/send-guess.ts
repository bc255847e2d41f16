import { GUESS_TIMEOUT_MS } from '../../../../contract/constants.ts';
import { errorMessage, ERRORS } from '../../../../contract/errors.ts';
import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import type { Failure } from '../../../../contract/result.ts';
import { hiddenPositions } from '../../../../contract/vouchers/voucher-code.ts';
import { noteEngagement } from '../../../platform/pwa/install-prompt.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import type { GuessEvent, GuessState } from './guess.machine.ts';
import {
  dropClaim,
  isClaimDue,
  removeStoredGuess,
  signInPathFor,
  storeClaim,
  storeReturnPath,
} from './stored-guess.ts';

const FAILED = errorMessage('guess_failed');

/** Keeps the digits, and sends a visitor to where they can sign in: a newcomer has no account to log in to. */
function sendToSignIn({ ulid, entry_rule: rule }: ShownVoucher, guess: string): void {
  const path = location.pathname + location.search;
  storeClaim(ulid, guess);
  storeReturnPath(path);
  navigate(signInPathFor(path, rule === 'verified' ? 'guess_unverified' : 'guess_login_required'));
}

/** After these the digits are still to be sent by themselves: nothing has answered them. */
const isHeldUp = (failure: Failure): boolean =>
  isUnanswered(failure) || failure.code === 'guess_unverified';

const hiddenDigits = (guess: string, maskedCode: string): string =>
  hiddenPositions(maskedCode)
    .map((position) => guess[position])
    .join('');

function messageOf({ code, message }: Failure, isSkipping: boolean, failedText: string): string {
  if (isSkipping && (code === 'network' || code === 'timeout'))
    return 'Network error, but rate limit still applies';
  return message === FAILED ? failedText : message;
}

/**
 * Sends a guess and tells what came of it. Visitors are sent to sign in.
 * @param failedText said where the server gave no reason
 * @returns the toast that stays after an entry in a lottery
 */
export async function sendGuess(
  voucher: ShownVoucher,
  { guess, isSkipping }: Pick<Extract<GuessState, { phase: 'editing' }>, 'guess' | 'isSkipping'>,
  dispatch: (event: GuessEvent) => void,
  failedText = FAILED,
): Promise<number | undefined> {
  const { ulid, masked_code: maskedCode, reveal_method, entry_cost = 0 } = voucher;
  if ((await readSession()) !== 'signed-in') {
    sendToSignIn(voucher, guess);
    return undefined;
  }
  const wasClaimed = isClaimDue(ulid, guess);
  dispatch({ type: 'submitted', problem: undefined });
  const result = await callWorker(
    (worker) =>
      worker.submitGuess({
        voucherUlid: ulid,
        code: guess,
        usePoints: isSkipping,
        entryCost: reveal_method === 'lottery' ? entry_cost : undefined,
      }),
    { timeoutMs: GUESS_TIMEOUT_MS },
  );
  // What may be sent again as it is has not been answered yet.
  if (result.ok || ERRORS[result.error.code].retry === 'never') removeStoredGuess(ulid);
  else if (!isHeldUp(result.error)) dropClaim(ulid);
  if (result.ok || result.error.code === 'wrong_guess') noteEngagement();
  if (!result.ok) {
    const { code } = result.error;
    dispatch({ type: 'failed', code, message: messageOf(result.error, isSkipping, failedText) });
    if (code === 'unauthenticated' || code === 'guess_login_required') sendToSignIn(voucher, guess);
    // The answer alone shows for a second, and its user may have been reading mail.
    if (wasClaimed && code === 'wrong_guess')
      toast(`Your guess ${hiddenDigits(guess, maskedCode)} is sent. It was not right.`);
  } else if (result.value.result === 'entered') {
    dispatch({ type: 'entered' });
    return toast(result.value.message, { kind: 'success', durationMs: 0 });
  } else {
    dispatch({ type: 'won', maskedCode });
  }
  return undefined;
}
