import type { LaunchOptions } from '@playwright/test';

import { findBrowser, findHeadlessShell, QUIET_BROWSER } from '../find-browser.ts';

const launch = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: QUIET_BROWSER,
});

const browser = findBrowser();

/** For what the headless shell has not: push messages, Background Sync, and a judgement of what can be installed. */
export const wholeBrowser = launch(browser?.path);

/** What all else runs in: the headless shell of the same version, where it is installed. */
export const lightBrowser = launch(browser && (findHeadlessShell(browser) ?? browser.path));
