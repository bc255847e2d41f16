import { defineConfig } from '@playwright/test';

import everyday from '../../playwright.config.ts';

/** `npm run explore`: no part of the long tests, since Bombadil sometimes hangs. */
export default defineConfig({
  ...everyday,
  projects: [{ name: 'explore' }],
  testDir: '.',
  outputDir: '../../test-results',
});
