import type { Page } from '@playwright/test';

import {
  callApi,
  choosePin,
  linkInMailTo,
  logIn,
  logInByApi,
  newPerson,
  PIN,
  setPinByApi,
  signUpByApi,
} from '../fixtures/e2e/people.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { downloadBy, expectAccessible, expectSound } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const main = (page: Page) => page.getByRole('main');

test('a user sets preferences, ends another device and logs out', async ({ page, url }) => {
  const person = await signUpByApi(url, 'owner');
  await logInByApi(url, person);
  await signIn(page, url, person, '/profile');
  await expect(page.getByRole('region', { name: 'You', exact: true })).toContainText(
    `@${person.username}`,
  );
  await expect(page.getByText('Verified')).toBeVisible();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectSound(page);
  }

  await main(page)
    .getByRole('link', { name: /^Security/ })
    .click();
  await page.getByRole('button', { name: /Set a PIN/ }).click();
  await choosePin(page, PIN, person.password);
  await expect(page.getByRole('button', { name: /Change PIN/ })).toBeVisible();

  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await devices.getByRole('button', { name: /^Log out/ }).click();
  await expect(devices.getByRole('button', { name: /^Log out/ })).toBeHidden();

  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectSound(page);
  }
  await main(page).getByRole('link', { name: 'Back' }).click();

  await main(page)
    .getByRole('link', { name: /^Settings/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectSound(page);
  }
  await main(page).getByRole('radio', { name: 'Kenya' }).check({ force: true });
  await expect(page.getByTitle('Region')).toContainText('KES');

  await page.getByText('Play limits').click();
  const limits = page.getByRole('form', { name: 'Play limits' });
  await limits.getByLabel('Guesses a day').selectOption('20');
  await limits.getByLabel('Take a break').selectOption('For a day');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await expect(limits.getByText(/You are taking a break until/)).toBeVisible();

  const download = await downloadBy(page.getByRole('button', { name: 'Download my data' }));
  expect(download.suggestedFilename()).toBe('goodies.json');

  // What was seen once is there without a network, and says what cannot be done.
  await setNetwork(page, 'lost');
  await expect(limits.getByRole('button', { name: 'Save limits' })).toBeDisabled();
  await setNetwork(page, 'found');
  await main(page).getByRole('link', { name: 'Back' }).click();
  await main(page).getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(`${url}/login`);
});

test('a link in a mail freezes the account, signed out, and another one unfreezes it', async ({
  page,
  url,
}) => {
  const person = await signUpByApi(url, 'robbed');
  await setPinByApi(url, person);
  await page.goto(await linkInMailTo(url, person.email));
  await expectAccessible(page);
  await main(page).getByRole('button', { name: 'Freeze my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
  await logIn(page, person);
  await page.goto('/profile');
  const frozen = page.getByRole('region', { name: 'Your account is frozen' });
  await frozen.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(frozen.getByText('A link to unfreeze your account is on its way')).toBeVisible();
  await page.goto(await linkInMailTo(url, person.email));
  await main(page).getByRole('button', { name: 'Unfreeze my account' }).click();
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page.getByText(/Money can leave from .+, because your account was/)).toBeVisible();
});

test('a user changes name and address, and deletes the account', async ({ page, url }) => {
  const person = await signUpByApi(url, 'mover');
  const { username, email } = newPerson('moved');
  await signIn(page, url, person, '/profile/personal-info');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter your password').first()).toBeVisible();
  await page.getByLabel('Your password').fill(person.password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Verify this address' })).toBeVisible();
  await page.goto(await linkInMailTo(url, email));
  await expect(page.getByRole('heading', { name: 'E-mail verified' })).toBeVisible();

  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'You', exact: true })).toContainText(
    `@${username}`,
  );
  await main(page)
    .getByRole('link', { name: /^Settings/ })
    .click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete my account' });
  await sheet.getByLabel('Your password').fill('not the password');
  await sheet.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(sheet.getByText('This password is not right')).toBeVisible();
  await sheet.getByLabel('Your password').fill(person.password);
  await sheet.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(`${url}/welcome`);
  await expect(callApi(url, '/api/user', { token: person.token })).rejects.toThrow('401');
});
