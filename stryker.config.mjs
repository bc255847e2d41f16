/**
 * `npm run mutation`: changes the code of money and rules piece by piece and expects a unit test to fail each time.
 * What lives in SQL and across a request is judged by races, crashes and the books instead.
 */
export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    'contract/{money,rates,plain-text}.ts',
    'contract/accounts/{email-address,pin}.ts',
    'contract/delivery/phone-number.ts',
    'contract/payments/wallet-terms.ts',
    'contract/vouchers/{entry-rule,find-code,voucher-code,voucher-path}.ts',
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
