import { describe, expect, it } from 'vitest';

import { readCode, readProduct } from '../../fixtures/source-texts.ts';

const SAID_BY_WORKER = 'workers/commands/payment-messages.test.ts';
const FALLBACKS = 'workers/commands/fallbacks.test.ts';
const SHARING = 'src/shared/vouchers/share/share-link.test.ts';
const SCANNING = 'src/shared/payment-vouchers/scan-voucher.test.ts';
const PUSHING = 'tests/e2e/notifications/push.spec.ts';
const GUESSING = 'src/features/play/guess/use-guess.ui.test.tsx';

/**
 * Every message of the specification's error catalogue (spec 8), letter for letter, and the test that makes the app
 * or the server say it. What stands in braces is filled in.
 */
const MESSAGES: Readonly<Record<string, readonly (readonly [message: string, test: string])[]>> = {
  'auth and user': [
    ['Signup failed', FALLBACKS],
    ['Login failed', FALLBACKS],
    ['Logout failed', FALLBACKS],
    ['Network error occurred', FALLBACKS],
    ['Failed to load user data', 'src/app/sync-account.ui.test.tsx'],
    ['No code received from Google', 'src/features/account/auth/login-error.test.ts'],
  ],
  'vouchers and redeem': [
    ['Failed to fetch vouchers', 'workers/refresh/refresh.test.ts'],
    ['Your session has expired. Please login again.', 'tests/api/giveaways/vouchers.test.ts'],
    ['Failed to submit voucher code', GUESSING],
    ['Failed to redeem voucher code', SAID_BY_WORKER],
    ['Failed to redeem voucher.', SAID_BY_WORKER],
    ['An error occurred. Please try again.', 'src/platform/worker/worker-bridge.test.ts'],
    ['Failed to update voucher ad cover', 'workers/commands/commands.test.ts'],
    ['Voucher not found', 'tests/api/payment-vouchers/redeem.test.ts'],
    ['Voucher not found or has been removed', 'workers/refresh/refresh.test.ts'],
    ['Failed to load voucher', FALLBACKS],
  ],
  scanning: [
    ['Camera permission is required to scan QR codes', SCANNING],
    ['Error scanning QR code: {reason}', SCANNING],
    ['Error: {reason}', SCANNING],
  ],
  'rate limiting': [
    ['Please wait {seconds} seconds before trying again!', 'tests/api/giveaways/guessing.test.ts'],
    [
      'Or share this giveaway with your friends & earn 50 coins you can use to skip waiting!',
      'tests/e2e/voucher.spec.ts',
    ],
    ['You can try again now', GUESSING],
    ['Please wait before trying again. Rate limit in effect.', GUESSING],
    ['Network error, but rate limit still applies', GUESSING],
    ['Upgrade to premium to skip waiting!', 'tests/e2e/live.spec.ts'],
  ],
  guess: [
    ['You are not allowed to guess this voucher', 'tests/api/giveaways/guessing.test.ts'],
    ['Try again', 'src/features/play/guess/guess-overlay.ui.test.tsx'],
    ['Failed to submit your guess', 'tests/e2e/live.spec.ts'],
    ['Please log in to claim this voucher', 'tests/e2e/live.spec.ts'],
    ['🎉 Congratulations! You won the voucher! 🎉', 'tests/api/giveaways/guessing.test.ts'],
  ],
  'payment vouchers': [
    ['Failed to load payment methods', SAID_BY_WORKER],
    ['Failed to create payment. Please try again.', SAID_BY_WORKER],
    ['Failed to process payment. Please try again.', SAID_BY_WORKER],
    ['Failed to initialize payment. Please try again.', SAID_BY_WORKER],
    ['Empty response received from the server', SAID_BY_WORKER],
    ['Could not find payment identifier in the response', SAID_BY_WORKER],
    ['Payment initialization failed: no authorization URL provided', SAID_BY_WORKER],
    ['Payment verification failed: No reference found', 'tests/api/payments/payments.test.ts'],
    ['Failed to verify payment. Please contact support.', SAID_BY_WORKER],
    ['Invalid server response format', SAID_BY_WORKER],
    ['Failed to load vouchers. Please try again.', 'workers/commands/payment-vouchers.test.ts'],
    ['Payment error: {message}', SAID_BY_WORKER],
    ['Split error: {message}', SAID_BY_WORKER],
    ['Error: HTTP {status} - {statusText}', SAID_BY_WORKER],
    ['No response received from server. Check your connection.', SAID_BY_WORKER],
    ['2FA update error: {message}', SAID_BY_WORKER],
    ['Failed to update 2FA status. Please try again.', SAID_BY_WORKER],
  ],
  'verification by e-mail': [
    ['No verification token provided', 'workers/commands/commands.test.ts'],
    ['Failed to verify email', 'tests/api/accounts/proving-addresses.test.ts'],
    ['Failed to resend verification email', 'workers/commands/commands.test.ts'],
    ['Unable to resend verification. Please try registering again.', 'tests/e2e/auth.spec.ts'],
  ],
  notifications: [
    ['Notification Setup Failed', PUSHING],
    ['Failed to set up notifications. Please try again later.', PUSHING],
  ],
  'rates and region': [
    ['Exchange rates not available', 'tests/api/wallet/exchange.test.ts'],
    ['No exchange rate found between {a} and {b}', 'tests/api/wallet/exchange.test.ts'],
    [
      'No exchange rate available between {from} and {to}. A fixed one is used.',
      'src/shared/rates/rate-text.test.ts',
    ],
    ['Exchange rates API returned empty data', 'workers/refresh/refresh.test.ts'],
    ['Failed to fetch exchange rates', FALLBACKS],
    ['Region update timed out', 'workers/resources/set-region.test.ts'],
  ],
  sharing: [
    ['Failed to share voucher', SHARING],
    ['Failed to copy link. Please copy manually.', SHARING],
    ['Failed to copy link. Please try manually.', SHARING],
  ],
  analytics: [
    [
      'You are not authorized to view analytics for this voucher',
      'tests/api/giveaways/analytics.test.ts',
    ],
    ['Failed to load analytics', 'workers/commands/analytics.test.ts'],
  ],
  transactions: [
    ['Failed to load transaction history. Please try again.', SAID_BY_WORKER],
    ['Failed to refresh data', 'tests/e2e/money/transactions.spec.ts'],
    ['Authentication required', SAID_BY_WORKER],
  ],
  success: [
    ['Voucher redeemed successfully!', SAID_BY_WORKER],
    ['Voucher redeemed for {symbol}{amount}!', 'tests/api/payment-vouchers/redeem.test.ts'],
    ['Payment created successfully!', 'tests/api/payment-vouchers/payment-vouchers.test.ts'],
    ['Payment successful!', 'tests/api/payments/payments.test.ts'],
    ['Voucher payment verified successfully!', 'tests/api/payments/voucher-payments.test.ts'],
    ['Voucher split successfully!', 'tests/api/payment-vouchers/split.test.ts'],
    ['Share link copied to clipboard!', SHARING],
    ['Voucher link copied to clipboard!', SHARING],
    [
      'Verification email sent successfully! Please check your inbox.',
      'tests/api/accounts/accounts.test.ts',
    ],
    ['Notifications Enabled', PUSHING],
    ['Transactions refreshed', 'tests/e2e/money/transactions.spec.ts'],
  ],
};

/** A message as code has it between quotes. @param value what stands where something is filled in */
function quoted(message: string, value: string, end: string): RegExp {
  const parts = message
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]{}\\]/g, String.raw`\$&`));
  return new RegExp(`['"\`/]\\^?${parts.join(value)}${end}`);
}

const product = [...readProduct()];

describe.each(Object.entries(MESSAGES))('the messages of %s', (_, rows) => {
  it.each(rows)('“%s” is said by the product, and a test has it said: %s', (message, test) => {
    const written = quoted(message, String.raw`(?:\$?\{[\w.]+\})`, `['"\`]`);
    const files = product.filter(([, code]) => written.test(code)).map(([file]) => file);
    // In the catalogue, or in the one place that says it.
    expect(
      files.length === 1 || files.some((file) => file.startsWith('contract/')),
      files.join(),
    ).toBe(true);
    const said = quoted(message, '.+?', `['"\`/.]`);
    expect(readCode(test)).toMatch(said);
  });
});
