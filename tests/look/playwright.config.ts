import { defineConfig } from '@playwright/test';

import everyday from '../../playwright.config.ts';

/** `npm run pictures`: the flows as pictures, for people to look at; no part of `npm test`. */
export default defineConfig({
  ...everyday,
  projects: [{ name: 'look' }],
  testDir: '.',
  outputDir: '../../test-results',
});
