import { fill } from '../plain-text.ts';
import { later, never, sameKey } from './device-errors.ts';

/** A voucher's page loads these rows and not the rest of the catalogue. */
export const VOUCHER_ERRORS = {
  guess_login_required: never(401, 'Please log in to submit your guess'),
  guess_empty: never(422, 'Please enter your guess'),
  guess_incomplete: never(422, 'Please replace all {count} asterisks with your guess'),
  guess_failed: sameKey(500, 'Failed to submit voucher code'),
  on_break: later(403, 'You are taking a break until {until}, as you chose'),
  guesses_used_up: later(429, 'You have used all {max} guesses that you allow yourself today'),
  wrong_guess: never(422, 'Try again'),
  wait: later(429, 'Please wait {seconds} seconds before trying again!'),
  own_voucher: never(403, 'You cannot guess your own voucher'),
  guess_not_allowed: never(403, 'You are not allowed to guess this voucher'),
  guess_unverified: later(403, 'Verify your e-mail to guess this voucher'),
  guess_too_new: later(
    403,
    'You can guess this voucher from {date}, when your account is a week old',
  ),
  voucher_not_started: later(409, 'Opens to guesses on {date}'),
  voucher_used: never(409, 'This voucher has already been used'),
  voucher_not_active: never(409, 'This voucher is not active'),
  duplicate_entry: never(422, 'You have already entered this code'),
  entries_exhausted: never(422, 'You have used all {max} entries'),
  entries_closed: never(409, 'Entries are closed'),
  not_enough_points: never(422, 'You do not have enough coins'),
  invalid_voucher_id: never(422, 'Invalid voucher ID'),
  redeem_login_required: never(401, 'Please log in to redeem vouchers'),
  voucher_expired: never(409, 'This voucher has expired'),
};

export const voucherMessage = (
  code: keyof typeof VOUCHER_ERRORS,
  values: Readonly<Record<string, string | number>> = {},
): string => fill(VOUCHER_ERRORS[code].message, values);
