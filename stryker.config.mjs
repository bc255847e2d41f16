/**
 * `npm run mutation` mutates the code of money and rules and expects a unit test to fail each time.
 * Code in SQL and across requests is tested by races and crashes instead.
 */
export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    'contract/{money,phone-number,plain-text,rates}.ts',
    'contract/accounts/{email-address,pin}.ts',
    'contract/payments/fees.ts',
    'contract/vouchers/{entry-rule,voucher-code,voucher-path}.ts',
  ],
  checkers: [],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  ignoreStatic: true,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, allowColor: false },
  thresholds: { high: 90, low: 80, break: 80 },
  tempDirName: '.cache/stryker',
  tsconfigFile: 'none',
};
