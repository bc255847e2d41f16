import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';
import { lightBrowser } from './scripts/lib/test-browsers.ts';

const LONG = '**/*.long.spec.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: fileURLToPath(new URL('tests/fixtures/e2e-global-setup.ts', import.meta.url)),
  // Each file has a server of its own, which its tests use one after the other. With three at a time on two cores a
  // browser stood still for half a minute now and then.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Conditions, not pauses: only a failing test, or a machine that is very busy, waits this long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  projects: [
    { name: 'flows', testIgnore: LONG },
    // What walks every screen or waits for minutes: `npm run test:long`.
    { name: 'long', testMatch: LONG },
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-NG',
    // Installing the app costs seconds of each test; those about being offline and installed allow it.
    serviceWorkers: 'block',
    // Colours and places are judged as they come to rest.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: lightBrowser,
  },
});
