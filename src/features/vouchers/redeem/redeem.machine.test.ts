import { expect, test } from 'vitest';

import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { IDLE, redeemReducer, type RedeemEvent, type RedeemState } from './redeem.machine.ts';

const CODE = '4471902886130';
const sent = (isReleasing = false): RedeemEvent => ({ type: 'sent', code: CODE, isReleasing });
const refusedWith = (code: ErrorCode): RedeemEvent => ({
  type: 'answered',
  result: fail({ code, message: errorMessage(code) }),
});
const after = (...events: readonly RedeemEvent[]): RedeemState =>
  events.reduce(redeemReducer, IDLE);

test('a code is redeemed', () => {
  expect(after(sent())).toEqual({ phase: 'processing', code: CODE, isReleasing: false });
  const redeemed = {
    message: 'Voucher redeemed for ₦5,000!',
    amount: 5_000,
    currency: 'NGN',
  } as const;
  expect(after(sent(), { type: 'answered', result: ok(redeemed) })).toEqual({
    phase: 'success',
    redeemed,
  });
});

test('a refusal is said until something is typed', () => {
  const refused = after(sent(), refusedWith('voucher_not_found'));
  expect(refused).toEqual({ phase: 'error', message: 'Voucher not found' });
  expect(redeemReducer(refused, { type: 'typed' })).toEqual(IDLE);
});

test('an empty code is refused without being sent', () => {
  expect(after({ type: 'refused', message: 'Please enter a voucher code' })).toEqual({
    phase: 'error',
    message: 'Please enter a voucher code',
  });
});

test('a second factor asks for the release code, and for another one when it is wrong', () => {
  const asked = after(sent(), refusedWith('two_factor_required'));
  expect(asked).toEqual({ phase: 'release', code: CODE, problem: undefined });
  const wrong = [sent(true), refusedWith('release_code_wrong')].reduce(redeemReducer, asked);
  const problem = 'This release code is not right, or no longer valid';
  expect(wrong).toEqual({ phase: 'release', code: CODE, problem });
  expect(redeemReducer(wrong, { type: 'typed' })).toEqual(asked);
});

test('a lost answer keeps the release step; a used voucher ends it', () => {
  const releasing = after(sent(), refusedWith('two_factor_required'), sent(true));
  expect(redeemReducer(releasing, refusedWith('timeout'))).toEqual({
    phase: 'release',
    code: CODE,
    problem: 'No response received from server. Check your connection.',
  });
  expect(redeemReducer(releasing, refusedWith('voucher_used'))).toEqual({
    phase: 'error',
    message: 'This voucher has already been used',
  });
});

test('an answer that is no longer waited for changes nothing', () => {
  expect(redeemReducer(IDLE, refusedWith('timeout'))).toEqual(IDLE);
});

test('another release code is asked for without leaving the step', () => {
  const resent = (code: ErrorCode): RedeemEvent => ({
    type: 'resent',
    result: fail({ code, message: errorMessage(code) }),
  });
  const wrong = after(
    sent(),
    refusedWith('two_factor_required'),
    sent(true),
    refusedWith('release_code_wrong'),
  );
  const running = redeemReducer(wrong, { type: 'resending' });
  const release = { phase: 'release', code: CODE, problem: undefined };
  expect(running).toEqual({ ...release, resend: { phase: 'running' } });
  expect(redeemReducer(running, resent('two_factor_required'))).toEqual({
    ...release,
    resend: { phase: 'sent' },
  });
  expect(redeemReducer(running, resent('too_many_requests'))).toEqual({
    ...release,
    resend: { phase: 'failed', message: errorMessage('too_many_requests') },
  });
});
