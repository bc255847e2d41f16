import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['contract/{,accounts/,payments/,vouchers/}*.test.ts'],
    exclude: [
      'contract/errors.test.ts',
      'contract/region-table.test.ts',
      'contract/vouchers/giveaway-safety.test.ts',
    ],
    testTimeout: 120_000,
  },
});
