import { MESSAGES } from '../messages.ts';

type Retry =
  | 'never'
  /** Unknown whether the server handled it: repeat with the same idempotency key. */
  | 'same-key'
  /** The server did not handle it: it can be tried again after a while. */
  | 'later';

export interface ErrorRow {
  readonly status: number;
  readonly retry: Retry;
  readonly message: string;
}

export const MONEY_ERRORS = {
  insufficient_funds: { status: 422, retry: 'never', message: 'Insufficient wallet balance' },
  money_held: {
    status: 422,
    retry: 'never',
    message: '{held} of your balance is held until {until}. You can take out {available} now.',
  },
  amount_invalid: { status: 422, retry: 'never', message: 'Please enter a valid amount' },
  amount_mismatch: {
    status: 422,
    retry: 'never',
    message: 'The amount is not what this voucher costs',
  },
  price_changed: {
    status: 409,
    retry: 'never',
    message: 'The price has changed. Reload the page to see the new one.',
  },
  already_premium: {
    status: 409,
    retry: 'never',
    message: 'You have Premium already. You can extend it once no more than {days} days are left.',
  },
  payment_method_required: {
    status: 422,
    retry: 'never',
    message: 'Please select a payment method',
  },
  processor_unsupported: {
    status: 422,
    retry: 'never',
    message: 'This payment method is not available for this currency',
  },
  payment_not_found: {
    status: 404,
    retry: 'never',
    message: 'Payment verification failed: No reference found',
  },
  payment_failed: {
    status: 422,
    retry: 'never',
    message: 'Failed to process payment. Please try again.',
  },
  payment_initialize_failed: {
    status: 502,
    retry: 'later',
    message: 'Failed to initialize payment. Please try again.',
  },
  payment_verify_failed: {
    status: 502,
    retry: 'same-key',
    message: 'Failed to verify payment. Please contact support.',
  },
  transactions_need_login: { status: 401, retry: 'never', message: 'Authentication required' },
  transactions_failed: {
    status: 500,
    retry: 'later',
    message: 'Failed to load transaction history. Please try again.',
  },
  refresh_failed: { status: 500, retry: 'later', message: 'Failed to refresh data' },
  created_failed: {
    status: 500,
    retry: 'later',
    message: 'Failed to load vouchers. Please try again.',
  },
  payment_methods_failed: {
    status: 500,
    retry: 'later',
    message: 'Failed to load payment methods',
  },
  payment_create_failed: {
    status: 500,
    retry: 'same-key',
    message: 'Failed to create payment. Please try again.',
  },
  two_factor_failed: {
    status: 500,
    retry: 'later',
    message: 'Failed to update 2FA status. Please try again.',
  },

  withdrawal_unsupported: {
    status: 422,
    retry: 'never',
    message: 'Money in this currency cannot be withdrawn',
  },
  withdrawal_too_large: {
    status: 422,
    retry: 'never',
    message: 'You can withdraw at most {symbol}{max} at once',
  },
  withdrawal_failed: {
    status: 422,
    retry: 'never',
    message: 'The withdrawal failed. The money is back in your wallet.',
  },
  account_not_found: {
    status: 422,
    retry: 'never',
    message: 'This account was not found. Please check the number and the bank.',
  },
  account_check_failed: {
    status: 502,
    retry: 'later',
    message: 'The account could not be checked. Please try again.',
  },
  destination_taken: {
    status: 409,
    retry: 'never',
    message:
      'This account or phone belongs to another Goodies account. Withdraw to one of your own instead.',
  },
  saved_account_gone: {
    status: 404,
    retry: 'never',
    message: 'This account is no longer saved. Choose another one, or enter it again.',
  },
  accounts_failed: {
    status: 500,
    retry: 'later',
    message: 'Failed to load your saved accounts',
  },
  banks_failed: {
    status: 502,
    retry: 'later',
    message: 'Failed to load the banks. Please try again.',
  },
  transaction_not_found: { status: 404, retry: 'never', message: 'Transaction not found' },

  pin_needed: {
    status: 403,
    retry: 'later',
    message: 'Choose a PIN first. It guards the money in your wallet.',
  },
  pin_required: { status: 428, retry: 'later', message: 'Enter your PIN' },
  pin_wrong: {
    status: 422,
    retry: 'later',
    message: 'This PIN is not right. Tries left: {left}',
  },
  pin_locked: {
    status: 429,
    retry: 'later',
    message:
      'Too many wrong PINs: it is locked for {minutes} minutes. You can choose another one in your profile.',
  },
  passkey_required: {
    status: 428,
    retry: 'later',
    message: 'Confirm with your fingerprint or face',
  },
  passkey_refused: {
    status: 422,
    retry: 'later',
    message: 'Your fingerprint or face could not be confirmed. Please try again.',
  },
  passkeys_full: {
    status: 409,
    retry: 'never',
    message: 'You have {max} passkeys already. Remove one first.',
  },
  passkey_gone: { status: 404, retry: 'never', message: 'This passkey was removed already' },
  pin_too_simple: {
    status: 422,
    retry: 'never',
    message: 'Choose a PIN that is harder to guess',
  },

  purchase_unsupported: {
    status: 422,
    retry: 'never',
    message: 'Airtime and bills cannot be paid in this currency',
  },
  purchase_too_large: {
    status: 422,
    retry: 'never',
    message: 'You can pay at most {symbol}{max} at once',
  },
  amount_not_sold: {
    status: 422,
    retry: 'never',
    message: 'This amount is not sold. Choose one of those offered.',
  },
  bundle_gone: {
    status: 404,
    retry: 'never',
    message: 'This data plan is no longer sold. Choose another one.',
  },
  purchase_failed: {
    status: 422,
    retry: 'never',
    message: 'The purchase failed. The money is back in your wallet.',
  },
  networks_failed: {
    status: 502,
    retry: 'later',
    message: 'Failed to load the networks. Please try again.',
  },
  billers_failed: {
    status: 502,
    retry: 'later',
    message: 'Failed to load the billers. Please try again.',
  },
  biller_gone: {
    status: 404,
    retry: 'never',
    message: 'This biller is no longer offered. Choose another one.',
  },
  customer_not_found: {
    status: 422,
    retry: 'never',
    message: 'This number was not found. Please check it.',
  },
  customer_check_failed: {
    status: 502,
    retry: 'later',
    message: 'The number could not be checked. Please try again.',
  },
  bill_fee_changed: {
    status: 409,
    retry: 'never',
    message: 'The fee of this bill has changed. Check it and pay again.',
  },

  rates_unavailable: { status: 409, retry: 'later', message: 'Exchange rates not available' },
  rate_not_found: {
    status: 409,
    retry: 'later',
    message: 'No exchange rate found between {a} and {b}',
  },
  same_currency: { status: 422, retry: 'never', message: 'Choose two different currencies' },
  exchange_too_small: {
    status: 422,
    retry: 'never',
    message: 'This is too little to exchange: it would give you nothing',
  },
  exchange_short: {
    status: 409,
    retry: 'never',
    message: 'We cannot give that much in {currency} now. Please try less, or later.',
  },
  quote_expired: {
    status: 409,
    retry: 'never',
    message: 'This rate has expired. Please get a new one.',
  },

  wallet_reserve_short: {
    status: 422,
    retry: 'never',
    message:
      'Your wallet balance is insufficient. Please top up your wallet or choose another payment method.',
  },
  create_login_required: {
    status: 401,
    retry: 'never',
    message: MESSAGES.createLogin,
  },
  recipient_required: {
    status: 422,
    retry: 'never',
    message: 'Please enter the recipient email address',
  },
  recipient_invalid: { status: 422, retry: 'never', message: 'Please enter a valid email address' },
  payment_voucher_only: {
    status: 422,
    retry: 'never',
    message: 'Only payment vouchers can do this',
  },
  voucher_restricted: {
    status: 403,
    retry: 'never',
    message: 'This voucher is restricted to another recipient',
  },
  two_factor_required: {
    status: 428,
    retry: 'never',
    message: 'Enter the release code that was sent to the creator of this voucher',
  },
  release_code_wrong: {
    status: 422,
    retry: 'never',
    message: 'This release code is not right, or no longer valid',
  },
  split_too_small: { status: 422, retry: 'never', message: 'Amount must be at least {min}' },
  split_too_large: { status: 422, retry: 'never', message: 'Amount must be less than {max}' },

  // Only the client creates these, for answers that are incomplete or not from our server.
  empty_response: {
    status: 0,
    retry: 'same-key',
    message: 'Empty response received from the server',
  },
  invalid_response: { status: 0, retry: 'same-key', message: 'Invalid server response format' },
  no_payment_identifier: {
    status: 0,
    retry: 'same-key',
    message: 'Could not find payment identifier in the response',
  },
  http_error: { status: 0, retry: 'same-key', message: 'Error: HTTP {status} - {statusText}' },

  payment_no_url: {
    status: 502,
    retry: 'later',
    message: 'Payment initialization failed: no authorization URL provided',
  },
  phone_required: { status: 422, retry: 'never', message: 'Please enter your phone number' },
  amount_not_whole: {
    status: 422,
    retry: 'never',
    message: 'M-PESA takes whole shillings only. Please choose another payment method.',
  },
  signature_invalid: { status: 401, retry: 'never', message: 'The signature is not right' },
} as const satisfies Readonly<Record<string, ErrorRow>>;
