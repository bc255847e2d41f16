import { type BrowserContext, type Page, chromium } from 'playwright';
import { ensureBrowser, QUIET_BROWSER } from '../scripts/find-browser.ts';

/** Runs `work` with a phone that nobody has used yet. */
export async function withPhone<T>(
  browserFlags: readonly string[],
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await chromium.launchPersistentContext('', {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    executablePath: ensureBrowser(),
    args: [...QUIET_BROWSER, ...browserFlags],
  });
  try {
    // The loader of these files names functions through a helper that the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named');
    return await work(context);
  } finally {
    await context.close();
  }
}

export async function logIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel(/^E-mail/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /account menu/ }).waitFor();
}
