import { defineConfig } from '@playwright/test';

import everyday from '../../playwright.config.ts';

/** The main flows in browsers that Playwright does not drive as they are installed; it runs the tests only. */
export default defineConfig({
  ...everyday,
  projects: [{ name: 'engines' }],
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 240_000,
});
