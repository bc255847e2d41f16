import { DEVICE_ERRORS } from './errors/device-errors.ts';
import { type ErrorRow, MONEY_ERRORS } from './errors/money-errors.ts';
import { VOUCHER_ERRORS } from './errors/voucher-errors.ts';
import { fill } from './plain-text.ts';

export const ERRORS = {
  malformed: { status: 400, retry: 'never', message: 'The request could not be read' },
  validation_failed: {
    status: 422,
    retry: 'never',
    message: 'Please check the highlighted fields',
  },
  not_found: { status: 404, retry: 'never', message: 'Not found' },
  method_not_allowed: { status: 405, retry: 'never', message: 'This call does not exist' },
  payload_too_large: { status: 413, retry: 'never', message: 'That is too large' },
  upload_stalled: {
    status: 408,
    retry: 'later',
    message: 'The file did not arrive. Please check your connection and try again.',
  },
  unsupported_media: {
    status: 415,
    retry: 'never',
    message: 'This kind of content is not accepted',
  },
  too_many_requests: {
    status: 429,
    retry: 'later',
    message: 'Too many attempts. Please wait a little and try again.',
  },
  internal: { status: 500, retry: 'same-key', message: 'An error occurred. Please try again.' },
  busy: {
    status: 503,
    retry: 'later',
    message: 'Too many people at once. Please try again in a moment.',
  },
  unavailable: { status: 503, retry: 'same-key', message: 'An error occurred. Please try again.' },
  idempotency_key_missing: {
    status: 400,
    retry: 'never',
    message: 'This request needs an Idempotency-Key',
  },
  idempotency_key_reused: {
    status: 422,
    retry: 'never',
    message: 'This request was already sent with other content',
  },
  forbidden: { status: 403, retry: 'never', message: 'You are not allowed to do this' },
  work_required: { status: 428, retry: 'later', message: 'Checking…' },

  ...DEVICE_ERRORS,

  unauthenticated: {
    status: 401,
    retry: 'never',
    message: 'Your session has expired. Please log in again.',
  },
  signup_failed: { status: 400, retry: 'never', message: 'Signup failed' },
  login_failed: { status: 401, retry: 'never', message: 'Login failed' },
  logout_failed: { status: 500, retry: 'later', message: 'Logout failed' },
  invalid_credentials: {
    status: 401,
    retry: 'never',
    message: 'The e-mail or password is not right',
  },
  avatar_invalid: {
    status: 415,
    retry: 'never',
    message: 'The photo must be a JPEG, PNG, WebP or AVIF picture',
  },
  // Status 401 makes apps of every version sign the device out and show the reason.
  account_blocked: {
    status: 401,
    retry: 'never',
    message: 'This account is blocked. Please write to support.',
  },
  session_gone: { status: 404, retry: 'never', message: 'This device is no longer logged in' },
  break_only_longer: {
    status: 422,
    retry: 'never',
    message: 'A break that has begun can only be made longer',
  },
  account_not_empty: {
    status: 409,
    retry: 'never',
    message: 'Your account still holds money. Withdraw it first, or wait until it has arrived.',
  },
  account_has_vouchers: {
    status: 409,
    retry: 'never',
    message: 'You have vouchers that are still open. Cancel them, or wait until they have ended.',
  },
  password_wrong: { status: 422, retry: 'never', message: 'This password is not right' },
  login_link_sent: {
    status: 429,
    retry: 'later',
    message:
      'Too many wrong passwords for this account. We have sent a link to its e-mail address: log in with that, or wait 15 minutes.',
  },
  username_taken: { status: 409, retry: 'never', message: 'This username is taken' },
  password_common: {
    status: 422,
    retry: 'never',
    message: 'Many people use this password, so it is tried first. Please choose another.',
  },
  email_unverified: {
    status: 403,
    retry: 'never',
    message: 'Please verify your e-mail address first',
  },
  user_load_failed: { status: 500, retry: 'later', message: 'Failed to load user data' },
  no_verification_token: { status: 422, retry: 'never', message: 'No verification token provided' },
  verification_failed: { status: 422, retry: 'never', message: 'Failed to verify email' },
  verification_needs_login: {
    status: 403,
    retry: 'never',
    message: 'Log in to the account that this link was sent for. Then your address is verified.',
  },
  resend_failed: { status: 500, retry: 'later', message: 'Failed to resend verification email' },
  resend_impossible: {
    status: 422,
    retry: 'never',
    message: 'Unable to resend verification. Please try registering again.',
  },
  reset_failed: {
    status: 422,
    retry: 'never',
    message: 'This link is no longer valid. Please ask for a new one.',
  },
  google_no_code: { status: 400, retry: 'never', message: 'No code received from Google' },
  google_unverified: {
    status: 403,
    retry: 'never',
    message: 'Google has not verified your e-mail address. Sign up with it here instead.',
  },
  google_unavailable: {
    status: 503,
    retry: 'later',
    message: 'Google does not answer. Please try again later.',
  },
  google_off: {
    status: 404,
    retry: 'never',
    message: 'Signing in with Google is not set up here. Use your e-mail and password.',
  },
  password_unset: {
    status: 409,
    retry: 'never',
    message: 'Your account has no password yet. Choose one under Personal info first.',
  },

  invalid_region: { status: 422, retry: 'never', message: 'Invalid region: {region}' },
  region_unauthenticated: {
    status: 401,
    retry: 'never',
    message: 'User is not authenticated. Please login first.',
  },
  region_timeout: { status: 0, retry: 'later', message: 'Region update timed out' },
  rates_failed: { status: 502, retry: 'later', message: 'Failed to fetch exchange rates' },
  rates_empty: { status: 0, retry: 'later', message: 'Exchange rates API returned empty data' },

  vouchers_unauthenticated: {
    status: 401,
    retry: 'never',
    message: 'Your session has expired. Please login again.',
  },
  vouchers_need_login: {
    status: 401,
    retry: 'never',
    message: 'Authentication required. Please login to continue.',
  },
  vouchers_failed: { status: 500, retry: 'later', message: 'Failed to fetch vouchers' },
  voucher_not_found: { status: 404, retry: 'never', message: 'Voucher not found' },
  voucher_removed: {
    status: 404,
    retry: 'never',
    message: 'Voucher not found or has been removed',
  },
  voucher_load_failed: { status: 500, retry: 'later', message: 'Failed to load voucher' },
  already_paid: { status: 409, retry: 'never', message: 'This voucher has already been paid' },
  code_taken: { status: 409, retry: 'never', message: 'This code is taken' },
  notifications_failed: {
    status: 500,
    retry: 'later',
    message: 'Failed to load notifications',
  },
  notifications_setup_failed: {
    status: 503,
    retry: 'later',
    message: 'Failed to set up notifications. Please try again later.',
  },
  too_many_follows: {
    status: 422,
    retry: 'never',
    message: 'You follow as many vouchers as you can. Stop following one first.',
  },
  cover_failed: { status: 500, retry: 'later', message: 'Failed to update voucher ad cover' },
  cover_invalid: {
    status: 415,
    retry: 'never',
    message: 'The cover must be a JPEG, PNG, WebP or AVIF picture, or an MP4 or WebM video',
  },
  cover_too_many_pixels: {
    status: 413,
    retry: 'never',
    message:
      'The picture has too many pixels: {max} megapixels at most. Please choose a smaller one.',
  },
  below_minimum: {
    status: 422,
    retry: 'never',
    message: 'Please enter a valid amount (min {symbol}{min})',
  },

  analytics_forbidden: {
    status: 403,
    retry: 'never',
    message: 'You are not authorized to view analytics for this voucher',
  },
  analytics_failed: { status: 500, retry: 'later', message: 'Failed to load analytics' },
  giveaway_only: { status: 422, retry: 'never', message: 'Only giveaways have this' },
  private_giveaway_only: {
    status: 422,
    retry: 'never',
    message: 'Only a private giveaway can choose who may guess',
  },
  allowed_users_full: {
    status: 422,
    retry: 'never',
    message: 'At most {max} people can be allowed on one giveaway',
  },
  lottery_only: { status: 422, retry: 'never', message: 'Only a lottery has entries' },
  entry_not_found: { status: 404, retry: 'never', message: 'This lottery has no such entry' },

  ...VOUCHER_ERRORS,

  code_malformed: { status: 422, retry: 'never', message: 'A code has 13 digits' },
  redeem_empty: { status: 422, retry: 'never', message: 'Please enter a voucher code' },
  redeem_failed: { status: 422, retry: 'never', message: 'Failed to redeem voucher code' },
  redeem_refused: { status: 422, retry: 'never', message: 'Failed to redeem voucher.' },

  ...MONEY_ERRORS,
} as const satisfies Readonly<Record<string, ErrorRow>>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

export function errorMessage(
  code: ErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(ERRORS[code].message, values);
}
