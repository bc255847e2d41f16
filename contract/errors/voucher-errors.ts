import { fill } from '../plain-text.ts';
import type { ErrorRow } from './money-errors.ts';

/** A voucher's page loads these rows and not the rest of the catalogue. */
export const VOUCHER_ERRORS = {
  guess_login_required: {
    status: 401,
    retry: 'never',
    message: 'Please log in to submit your guess',
  },
  guess_empty: { status: 422, retry: 'never', message: 'Please enter your guess' },
  guess_incomplete: {
    status: 422,
    retry: 'never',
    message: 'Please replace all {count} asterisks with your guess',
  },
  guess_failed: { status: 500, retry: 'same-key', message: 'Failed to submit voucher code' },
  on_break: {
    status: 403,
    retry: 'later',
    message: 'You are taking a break until {until}, as you chose',
  },
  guesses_used_up: {
    status: 429,
    retry: 'later',
    message: 'You have used the {max} guesses a day that you allow yourself',
  },
  wrong_guess: { status: 422, retry: 'never', message: 'Try again' },
  wait: {
    status: 429,
    retry: 'later',
    message: 'Please wait {seconds} seconds before trying again!',
  },
  own_voucher: { status: 403, retry: 'never', message: 'You cannot guess your own voucher' },
  guess_not_allowed: {
    status: 403,
    retry: 'never',
    message: 'You are not allowed to guess this voucher',
  },
  guess_unverified: {
    status: 403,
    retry: 'later',
    message: 'Verify your e-mail to guess this voucher',
  },
  guess_too_new: {
    status: 403,
    retry: 'later',
    message: 'Accounts older than a week may guess this voucher; yours may from {date}',
  },
  voucher_used: { status: 409, retry: 'never', message: 'This voucher has already been used' },
  voucher_not_active: { status: 409, retry: 'never', message: 'This voucher is not active' },
  duplicate_entry: { status: 422, retry: 'never', message: 'You have already entered this code' },
  entries_exhausted: { status: 422, retry: 'never', message: 'You have used all {max} entries' },
  entries_closed: { status: 409, retry: 'never', message: 'Entries are closed' },
  not_enough_points: { status: 422, retry: 'never', message: 'You do not have enough points' },
  invalid_voucher_id: { status: 422, retry: 'never', message: 'Invalid voucher ID' },
  redeem_login_required: {
    status: 401,
    retry: 'never',
    message: 'Please log in to redeem vouchers',
  },
  voucher_expired: { status: 409, retry: 'never', message: 'This voucher has expired' },
} as const satisfies Readonly<Record<string, ErrorRow>>;

export const voucherMessage = (
  code: keyof typeof VOUCHER_ERRORS,
  values: Readonly<Record<string, string | number>> = {},
): string => fill(VOUCHER_ERRORS[code].message, values);
