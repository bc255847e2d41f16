import type { LaunchOptions } from '@playwright/test';

import { findBrowser, findHeadlessShell, QUIET_BROWSER } from '../find-browser.ts';

const launch = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: QUIET_BROWSER,
});

const browser = findBrowser();

export const wholeBrowser = launch(browser);

export const lightBrowser = launch(browser && (findHeadlessShell(browser) ?? browser));
