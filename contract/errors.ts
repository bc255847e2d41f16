import { DEVICE_ERRORS, later, never, sameKey } from './errors/device-errors.ts';
import { VOUCHER_ERRORS } from './errors/voucher-errors.ts';
import { MESSAGES } from './messages.ts';
import { fill } from './plain-text.ts';

export const ERRORS = {
  malformed: never(400, 'The request could not be read'),
  validation_failed: never(422, 'Please check the highlighted fields'),
  not_found: never(404, 'Not found'),
  method_not_allowed: never(405, 'This call does not exist'),
  payload_too_large: never(413, 'That is too large'),
  upload_stalled: later(
    408,
    'The file did not arrive. Please check your connection and try again.',
  ),
  unsupported_media: never(415, 'This kind of content is not accepted'),
  too_many_requests: later(429, 'Too many attempts. Please wait a little and try again.'),
  internal: sameKey(500, 'An error occurred. Please try again.'),
  busy: later(503, 'Too many people at once. Please try again in a moment.'),
  unavailable: sameKey(503, 'An error occurred. Please try again.'),
  idempotency_key_missing: never(400, 'This request needs an Idempotency-Key'),
  idempotency_key_reused: never(422, 'This request was already sent with other content'),
  forbidden: never(403, 'You are not allowed to do this'),
  work_required: later(428, 'Checking…'),

  ...DEVICE_ERRORS,

  unauthenticated: never(401, 'Your session has expired. Please log in again.'),
  signup_failed: never(400, 'Signup failed'),
  login_failed: never(401, 'Login failed'),
  logout_failed: later(500, 'Logout failed'),
  invalid_credentials: never(401, 'The e-mail or password is not right'),
  avatar_invalid: never(415, 'The photo must be a JPEG, PNG, WebP or AVIF picture'),
  // Status 401 makes apps of every version sign the device out and show the reason.
  account_blocked: never(401, 'This account is blocked. Please write to support.'),
  session_gone: never(404, 'This device is no longer logged in'),
  break_only_longer: never(422, 'A break that has begun can only be made longer'),
  account_not_empty: never(
    409,
    'Your account still holds money. Withdraw it first, or wait until it has arrived.',
  ),
  account_money_may_return: never(
    409,
    'A payment of yours may still come back until {until}. You can delete your account after that.',
  ),
  account_has_vouchers: never(
    409,
    'You have vouchers that are still open. Cancel them, or wait until they have ended.',
  ),
  password_wrong: never(422, 'This password is not right'),
  login_link_sent: later(
    429,
    'Too many wrong passwords for this account. We have sent a link to its e-mail address: log in with that, or wait 15 minutes.',
  ),
  username_taken: never(409, 'This username is taken'),
  password_common: never(
    422,
    'Many people use this password, so it is tried first. Please choose another.',
  ),
  email_unverified: never(403, 'Please verify your e-mail address first'),
  user_load_failed: later(500, 'Failed to load user data'),
  no_verification_token: never(422, 'No verification token provided'),
  verification_failed: never(422, 'Failed to verify email'),
  verification_needs_login: never(
    403,
    'Log in to the account that this link was sent for. Then your address is verified.',
  ),
  verification_code_wrong: later(422, 'This code is not right. Tries left: {left}'),
  verification_code_over: never(422, 'This code is no longer good. Ask for a new one.'),
  resend_failed: later(500, 'Failed to resend verification email'),
  resend_impossible: never(422, 'Unable to resend verification. Please try registering again.'),
  reset_failed: never(422, 'This link is no longer valid. Please ask for a new one.'),
  google_no_code: never(400, 'No code received from Google'),
  google_unverified: never(
    403,
    'Google has not verified your e-mail address. Sign up with it here instead.',
  ),
  google_unavailable: later(503, 'Google does not answer. Please try again later.'),
  google_other_account: never(403, 'Use the Google account that you log in with'),
  google_proof_over: later(422, 'Please confirm with Google again'),
  google_off: never(
    404,
    'Signing in with Google is not set up here. Use your e-mail and password.',
  ),
  password_unset: never(
    409,
    'Your account has no password yet. Choose one under Personal info first.',
  ),

  invalid_region: never(422, 'Invalid region: {region}'),
  region_unauthenticated: never(401, 'User is not authenticated. Please login first.'),
  region_timeout: later(0, 'Region update timed out'),
  rates_failed: later(502, 'Failed to fetch exchange rates'),
  rates_empty: later(0, 'Exchange rates API returned empty data'),

  vouchers_unauthenticated: never(401, 'Your session has expired. Please login again.'),
  vouchers_need_login: never(401, 'Authentication required. Please login to continue.'),
  vouchers_failed: later(500, 'Failed to fetch vouchers'),
  voucher_not_found: never(404, 'Voucher not found'),
  voucher_removed: never(404, 'Voucher not found or has been removed'),
  voucher_load_failed: later(500, 'Failed to load voucher'),
  already_paid: never(409, 'This voucher has already been paid'),
  code_taken: never(409, 'This code is taken'),
  notifications_failed: later(500, 'Failed to load notifications'),
  notifications_setup_failed: later(503, 'Failed to set up notifications. Please try again later.'),
  too_many_follows: never(422, 'You follow as many vouchers as you can. Stop following one first.'),
  cover_failed: later(500, 'Failed to update voucher ad cover'),
  cover_invalid: never(
    415,
    'The cover must be a JPEG, PNG, WebP or AVIF picture, or an MP4 or WebM video',
  ),
  cover_too_many_pixels: never(
    413,
    'The picture has too many pixels: {max} megapixels at most. Please choose a smaller one.',
  ),
  below_minimum: never(422, 'Please enter a valid amount (min {symbol}{min})'),

  analytics_forbidden: never(403, 'You are not authorized to view analytics for this voucher'),
  analytics_failed: later(500, 'Failed to load analytics'),
  giveaway_only: never(422, 'Only giveaways have this'),
  private_giveaway_only: never(422, 'Only a private giveaway can choose who may guess'),
  allowed_users_full: never(422, 'At most {max} people can be allowed on one giveaway'),
  lottery_only: never(422, 'Only a lottery has entries'),
  entry_not_found: never(404, 'This lottery has no such entry'),

  ...VOUCHER_ERRORS,

  code_malformed: never(422, 'A code has 13 digits'),
  redeem_empty: never(422, 'Please enter a voucher code'),
  redeem_failed: never(422, 'Failed to redeem voucher code'),
  redeem_refused: never(422, 'Failed to redeem voucher.'),

  insufficient_funds: never(422, 'Insufficient wallet balance'),
  money_held: never(422, '{held} {kind} can leave {until}. You can take out {available} now.'),
  daily_limit_reached: never(
    422,
    'You can take out {left} more today. Your limit is {limit} a day, until midnight in {place}. Your profile shows how to raise it.',
  ),
  amount_invalid: never(422, 'Please enter a valid amount'),
  amount_mismatch: never(422, 'The amount is not what this voucher costs'),
  price_changed: never(409, 'The price has changed. Reload the page to see the new one.'),
  already_premium: never(
    409,
    'You have Premium already. You can extend it once no more than {days} days are left.',
  ),
  payment_method_required: never(422, 'Please select a payment method'),
  processor_unsupported: never(422, 'This payment method is not available for this currency'),
  payment_not_found: never(404, 'Payment verification failed: No reference found'),
  payment_failed: never(422, 'Failed to process payment. Please try again.'),
  payment_initialize_failed: later(502, 'Failed to initialize payment. Please try again.'),
  payment_verify_failed: sameKey(502, 'Failed to verify payment. Please contact support.'),
  transactions_need_login: never(401, 'Authentication required'),
  transactions_failed: later(500, 'Failed to load transaction history. Please try again.'),
  refresh_failed: later(500, 'Failed to refresh data'),
  created_failed: later(500, 'Failed to load vouchers. Please try again.'),
  payment_methods_failed: later(500, 'Failed to load payment methods'),
  payment_create_failed: sameKey(500, 'Failed to create payment. Please try again.'),
  two_factor_failed: later(500, 'Failed to update 2FA status. Please try again.'),

  withdrawal_unsupported: never(422, 'Money in this currency cannot be withdrawn'),
  withdrawal_too_large: never(422, 'You can withdraw at most {symbol}{max} at once'),
  withdrawal_failed: never(422, 'The withdrawal failed. The money is back in your wallet.'),
  withdrawal_fee_changed: never(
    409,
    'The fee of this withdrawal has changed. Check it and withdraw again.',
  ),
  account_not_found: never(
    422,
    'This account was not found. Please check the number and the bank.',
  ),
  account_check_failed: later(502, 'The account could not be checked. Please try again.'),
  destination_taken: never(
    409,
    'This account or phone belongs to another Goodies account. Withdraw to one of your own instead.',
  ),
  saved_account_gone: never(
    404,
    'This account is no longer saved. Choose another one, or enter it again.',
  ),
  accounts_failed: later(500, 'Failed to load your saved accounts'),
  banks_failed: later(502, 'Failed to load the banks. Please try again.'),
  transaction_not_found: never(404, 'Transaction not found'),

  cases_failed: later(500, 'Failed to load your cases'),
  case_not_found: never(404, 'Case not found'),
  case_refused: never(422, 'This report could not be taken. Please report the problem again.'),
  case_decided: never(409, 'This case is decided. Report a new problem on the receipt.'),
  case_full: never(422, 'This case has as many messages as it can have'),
  too_many_cases: never(422, 'You have {max} open cases. We decide those first.'),

  pin_needed: later(403, 'Choose a PIN first. It guards the money in your wallet.'),
  pin_wrong: later(422, 'This PIN is not right. Tries left: {left}'),
  pin_locked: later(
    429,
    'Too many wrong PINs: it is locked for {minutes} minutes. If you have forgotten it, we can mail you a link to choose another one.',
  ),
  passkey_refused: later(422, 'Your fingerprint or face could not be confirmed. Please try again.'),
  passkeys_full: never(409, 'You have {max} passkeys already. Remove one first.'),
  passkey_unknown: never(404, 'This passkey opens no account here. Log in with your password.'),
  passkey_gone: never(404, 'This passkey was removed already'),
  outgoing_paused: never(403, 'Money can leave from {until}, because {because}.'),
  account_frozen: never(
    403,
    'Your account is frozen, so no money can leave it. Your profile mails you a link to unfreeze it.',
  ),
  account_not_frozen: never(409, 'Your account is not frozen'),
  link_expired: never(422, 'This link is no longer valid'),
  address_taken: never(409, 'Another account has this address by now. Please write to support.'),
  pin_too_simple: never(422, 'Choose a PIN that is harder to guess'),

  purchase_unsupported: never(422, 'Airtime and bills cannot be paid in this currency'),
  purchase_too_large: never(422, 'You can pay at most {symbol}{max} at once'),
  amount_not_sold: never(422, 'This amount is not sold. Choose one of those offered.'),
  bundle_gone: never(404, 'This data plan is no longer sold. Choose another one.'),
  purchase_failed: never(422, 'The purchase failed. The money is back in your wallet.'),
  networks_failed: later(502, 'Failed to load the networks. Please try again.'),
  billers_failed: later(502, 'Failed to load the billers. Please try again.'),
  biller_gone: never(404, 'This biller is no longer offered. Choose another one.'),
  customer_not_found: never(422, 'This number was not found. Please check it.'),
  customer_check_failed: later(502, 'The number could not be checked. Please try again.'),
  bill_fee_changed: never(409, 'The fee of this bill has changed. Check it and pay again.'),

  rates_unavailable: later(409, 'Exchange rates not available'),
  rate_not_found: later(409, 'No exchange rate found between {a} and {b}'),
  same_currency: never(422, 'Choose two different currencies'),
  exchange_too_small: never(422, 'This is too little to exchange: it would give you nothing'),
  exchange_short: never(
    409,
    'We cannot give that much in {currency} now. Please try less, or later.',
  ),
  quote_expired: never(409, 'This rate has expired. Please get a new one.'),

  wallet_reserve_short: never(
    422,
    'Your wallet balance is insufficient. Please top up your wallet or choose another payment method.',
  ),
  create_login_required: never(401, MESSAGES.createLogin),
  recipient_required: never(422, 'Please enter the recipient email address'),
  recipient_invalid: never(422, 'Please enter a valid email address'),
  recipient_unknown: never(404, 'Nobody here has this name. Check the spelling.'),
  recipient_self: never(422, 'That is you. Choose somebody else.'),
  payment_voucher_only: never(422, 'Only payment vouchers can do this'),
  voucher_restricted: never(403, 'This voucher is restricted to another recipient'),
  two_factor_required: never(
    428,
    'Enter the release code that was sent to the creator of this voucher',
  ),
  release_code_wrong: never(422, 'This release code is not right, or no longer valid'),
  split_too_small: never(422, 'Amount must be at least {min}'),
  split_too_large: never(422, 'Amount must be less than {max}'),

  // Only the client creates these, for answers that are incomplete or not from our server.
  empty_response: sameKey(0, 'Empty response received from the server'),
  invalid_response: sameKey(0, 'Invalid server response format'),
  no_payment_identifier: sameKey(0, 'Could not find payment identifier in the response'),
  http_error: sameKey(0, 'Error: HTTP {status} - {statusText}'),

  payment_no_url: later(502, 'Payment initialization failed: no authorization URL provided'),
  phone_required: never(422, 'Please enter your phone number'),
  amount_not_whole: never(
    422,
    'M-PESA takes whole shillings only. Please choose another payment method.',
  ),
  signature_invalid: never(401, 'The signature is not right'),
};

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

export function errorMessage(
  code: ErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(ERRORS[code].message, values);
}
