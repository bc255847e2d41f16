import type { Page } from '@playwright/test';

import { addAuthenticator } from '../../fixtures/e2e/authenticator.ts';
import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { logIn, logOut, PIN, setPinByApi, signUpByApi } from '../../fixtures/e2e/people.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expectAccessible, expectSound } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';
import { newAccounts } from '../../fixtures/e2e/withdrawals.ts';

test.use({ sharing: 'making' });

interface Sensor {
  readonly isRight: (isRight: boolean) => Promise<void>;
}

async function addSensor(page: Page): Promise<Sensor> {
  const { browser, authenticatorId } = await addAuthenticator(page);
  return {
    isRight: async (isUserVerified) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

test('a fingerprint replaces the PIN: set up, used and removed', async ({ page, url }) => {
  const sensor = await addSensor(page);
  const owner = await signUpByApi(url, 'owner');
  await topUpByApi(url, owner, 5_000);
  // With the PIN beside the password, money may leave at once.
  await setPinByApi(url, owner);
  await signIn(page, url, owner, '/profile/security');

  await page.getByRole('button', { name: 'Set up on this device' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up fingerprint or face' });
  await setUp.getByLabel('Your password').fill('not my password');
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(setUp.getByText('This password is not right')).toBeVisible();
  await expectAccessible(page);
  await setUp.getByLabel('Your password').fill(owner.password);
  await setUp.getByLabel('Your PIN').fill(PIN);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Fingerprint or face is set up on this device')).toBeVisible();
  const mine = page.getByRole('region', { name: 'Fingerprint or face' });
  await expect(mine.getByText(/never used/)).toBeVisible();
  await expectSound(page);

  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw' });
  await sheet.getByLabel('Amount', { exact: true }).fill('2000');
  await sheet.getByLabel('Bank', { exact: true }).selectOption('Guaranty Trust Bank');
  await sheet.getByLabel('Account number').fill(newAccounts().paid);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await sheet.getByRole('button', { name: 'Withdraw ₦2,000' }).click();
  const asked = page.getByRole('dialog', { name: 'Enter your PIN' });
  const finger = asked.getByRole('button', { name: 'Use fingerprint or face' });
  await expect(finger).toBeVisible();
  await expectSound(page);
  await sensor.isRight(false);
  await finger.click();
  await expect(asked.getByText('Your device did not confirm it. Please try again.')).toBeVisible();
  await sensor.isRight(true);
  await finger.click();
  await expect(sheet.getByText('Your withdrawal was paid out.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('₦2,990');

  await page.goto('/profile/security');
  await mine.getByRole('button', { name: /^Remove / }).click();
  const removing = page.getByRole('dialog', { name: 'Remove the passkey' });
  await removing.getByLabel('Your password').fill(owner.password);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey is removed')).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Remove / })).toBeHidden();
});

test('the log-in field offers the passkey, which logs in without a name', async ({ page, url }) => {
  await addSensor(page);
  const owner = await signUpByApi(url, 'owner');
  await page.goto('/login');
  await logIn(page, owner);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByRole('button', { name: 'Set up on this device' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up fingerprint or face' });
  await setUp.getByLabel('Your password').fill(owner.password);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Fingerprint or face is set up on this device')).toBeVisible();
  await logOut(page);

  // The sensor answers at once, as a finger on its suggestion would.
  await page.goto('/login?next=%2Frefer');
  await expect(page).toHaveURL(`${url}/refer`);
  await expect(page.getByRole('button', { name: /account menu/ })).toBeVisible();
});
