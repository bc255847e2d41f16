import type { Page } from '@playwright/test';

import { startBuiltServer } from '../../../scripts/lib/built-server.ts';
import { findFreePort } from '../../../scripts/lib/free-port.ts';
import { wholeBrowser } from '../../../scripts/lib/test-browsers.ts';
import { FakeGoogle } from '../../fakes/google.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

// The browser without windows dismisses such a dialog at once.
test.use({ launchOptions: wholeBrowser });

/** A server whose Google is a local issuer, with somebody signed in there. */
async function startWithGoogle() {
  const port = await findFreePort();
  const google = await FakeGoogle.start(`http://localhost:${port}/auth/google/callback`);
  google.signedIn = { sub: '1'.repeat(21), email: 'ada.obi@gmail.test', email_verified: true };
  const server = await startBuiltServer({ port, env: { ...google.env, GOODIES_DEMO: '0' } });
  return {
    google,
    url: server.url,
    stop: async () => {
      await server.stop();
      await google.gateway.close();
    },
  };
}

/** Chooses the first account of each of the browser's dialogs. @returns what they were */
async function chooseAccounts(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const shown: string[] = [];
  browser.on('FedCm.dialogShown', ({ dialogId, dialogType }) => {
    shown.push(dialogType);
    void browser.send('FedCm.selectAccount', { dialogId, accountIndex: 0 });
  });
  await browser.send('FedCm.enable', { disableRejectionDelay: true });
  return shown;
}

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

test('the browser’s own dialog signs up and in, and the page is never left', async ({ page }) => {
  const { google, url, stop } = await startWithGoogle();
  try {
    const shown = await chooseAccounts(page);
    await page.goto(`${url}/login?next=%2Fprofile%2Fpersonal-info`);
    await button(page).click();
    await expect(page.getByText('Your account is ready')).toBeVisible();
    await expect(page).toHaveURL(`${url}/profile/personal-info`);
    await expect(page.getByLabel('E-mail')).toHaveValue('ada.obi@gmail.test');
    expect(shown).toEqual(['AccountChooser']);
    expect(google.gateway.callsTo(/^\/(?:token|authorize)$/)).toEqual([]);
  } finally {
    await stop();
  }
});

test('where Google does not answer the browser, the same tap goes to Google’s page', async ({
  page,
  faults,
}) => {
  const { google, url, stop } = await startWithGoogle();
  try {
    const shown = await chooseAccounts(page);
    google.gateway.failNext(/fedcm/, { kind: 'refuses', answer: { status: 503, body: {} } });
    await page.goto(`${url}/login`);
    await button(page).click();
    await expect(page).toHaveURL(/\/authorize\?/);
    expect(shown).toEqual([]);
    // The browser itself says on the console that it could not read the configuration.
    expect(faults.splice(0).join()).toMatch(/config/);
  } finally {
    await stop();
  }
});
