import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

import { ERRORS } from '../../../contract/errors.ts';
import { MONEY_ERRORS } from '../../../contract/errors/money-errors.ts';
import { REFUSALS } from '../../../workers/failure.ts';
import { REDEEMED_MESSAGE } from '../../../contract/messages.ts';
import { PAYMENT_MESSAGES } from '../../../contract/payments/payment-messages.ts';
import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';

/** Where tests stand: beside their module, and here. */
const FOLDERS = ['contract', 'local', 'workers', 'src', 'server', 'tests'] as const;
const ROOT = join(import.meta.dirname, '../../..');
const IS_TEST = /\.(?:test|spec)\.tsx?$/;

/** Everything said about payment vouchers, payments, wallets, withdrawals and transactions. */
const SAID: readonly string[] = [
  ...Object.values(MONEY_ERRORS).map(({ message }) => message),
  ...Object.values(REFUSALS),
  REDEEMED_MESSAGE,
  ...(
    [
      'network',
      'timeout',
      'offline',
      'worker_failed',
      'email_unverified',
      'code_taken',
      'below_minimum',
      'already_paid',
      'voucher_not_found',
      'voucher_used',
      'voucher_not_active',
      'redeem_empty',
      'redeem_login_required',
      'redeem_failed',
      'redeem_refused',
    ] as const
  ).map((code) => ERRORS[code].message),
  ...Object.values(PAYMENT_MESSAGES),
  ...(['shareLinkCopied', 'shareFailed', 'copyFailed', 'creatorCopyFailed'] as const).map(
    (name) => VOUCHER_MESSAGES[name],
  ),
];

let tests = '';

beforeAll(async () => {
  const texts: Promise<string>[] = [];
  for (const folder of FOLDERS) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true }))
      if (IS_TEST.test(name)) texts.push(readFile(join(ROOT, folder, name), 'utf8'));
  }
  tests = (await Promise.all(texts)).join('\n');
});

/** A message as a test has it, with values for its placeholders. */
function expected(message: string): RegExp {
  const parts = message
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&'));
  return new RegExp(`['"\`]${parts.join('.+?')}['"\`.]`);
}

it.each([...new Set(SAID)])('some test expects “%s”', (message) => {
  expect(tests).toMatch(expected(message));
});
