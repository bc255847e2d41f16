import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';
import { lightBrowser } from './scripts/lib/test-browsers.ts';

const LONG = '**/*.long.spec.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: fileURLToPath(new URL('tests/fixtures/e2e-global-setup.ts', import.meta.url)),
  // Each test file has its own server, and three browsers at once overload two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  projects: [
    { name: 'flows', testIgnore: LONG },
    { name: 'long', testMatch: LONG },
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-NG',
    // Installing the app costs seconds of each test, so only tests of offline use allow it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: lightBrowser,
  },
});
