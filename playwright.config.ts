import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/fixtures/e2e-global-setup.ts',
  // One worker and no second chance: the tests share a server, and a flaky test is a broken one.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Conditions, not pauses: a fast machine never waits this long.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env['GOODIES_URL'] ?? '',
    viewport: { width: 390, height: 844 },
    locale: 'en-NG',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(browser && { executablePath: browser.path }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
