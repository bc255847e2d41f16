import type { Page } from '@playwright/test';

import type { SandboxMail } from '../../../contract/sandbox.ts';
import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import {
  type ApiPerson,
  callApi,
  codeInMailTo,
  newPerson,
  sendSignUp,
  signUpByApi,
} from '../../fixtures/e2e/people.ts';
import { expectSound } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

test.describe.configure({ timeout: 120_000 });

/** As somebody new with money. */
async function openSend(page: Page, url: string): Promise<ApiPerson> {
  const sender = await signUpByApi(url, 'sender');
  await topUpByApi(url, sender, 5_000);
  await signIn(page, url, sender, '/send');
  return sender;
}

async function sendTo(page: Page, to: string): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByRole('textbox', { name: 'Amount' }).fill('700');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send ₦700' }).click();
}

/** A browser that nobody has logged in on. */
async function newcomerAt(page: Page, path: string): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('the window has no browser');
  const newcomer = await context.newPage();
  await newcomer.goto(path);
  return newcomer;
}

test('an address without an account: the mailed link is claimed after signing up and verifying', async ({
  page,
  url,
}) => {
  const sender = await openSend(page, url);
  const person = newPerson('newcomer');
  await sendTo(page, person.email);
  await expect(page.getByText(`We told ${person.email}.`, { exact: false })).toBeVisible();

  let link = '';
  await expect
    .poll(async () => {
      const mails = await callApi<SandboxMail[]>(url, `/sandbox/mail?to=${person.email}`);
      link = /https?:\/\/\S+\/v\/\d{13}/.exec(mails[0]?.text ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  const path = new URL(link).pathname;
  const newcomer = await newcomerAt(page, `${url}${path}`);
  const headline = newcomer.getByRole('heading', {
    name: `₦700 from @${sender.username} is yours`,
    level: 1,
  });
  await expect(headline).toBeVisible();
  await expect(
    newcomer.getByText('Log in or sign up to claim it.', { exact: false }),
  ).toBeVisible();
  await expectSound(newcomer);
  await newcomer.getByRole('button', { name: 'Claim ₦700' }).click();
  await expect(newcomer).toHaveURL(`${url}/signup?next=${encodeURIComponent(path)}`);
  await sendSignUp(newcomer, person);
  await expect(headline).toBeVisible();
  await newcomer.getByRole('link', { name: 'Verify e-mail' }).click();
  await expect(newcomer.getByText('Then you claim your money.')).toBeVisible();
  await newcomer.getByLabel('Code from the mail').fill(await codeInMailTo(url, person.email));
  await expect(newcomer).toHaveURL(`${url}${path}`);
  await newcomer.getByRole('button', { name: 'Claim ₦700' }).click();
  await expect(newcomer.getByText('Voucher redeemed for ₦700!')).toBeVisible();
  await newcomer.context().close();
});

test('a phone number: the sender hands over a link, which whoever has it claims', async ({
  page,
  url,
}) => {
  await openSend(page, url);
  await sendTo(page, '0803 412 3456');
  const sheet = page.getByRole('dialog', { name: 'Send money' });
  await expect(sheet.getByText(/Anyone who has it can claim the money/)).toBeVisible();
  const whatsApp = await sheet.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(whatsApp).toContain('https://wa.me/2348034123456?text=');
  const sms = await sheet.getByRole('link', { name: 'SMS' }).getAttribute('href');
  expect(sms).toContain('sms:+2348034123456?body=');
  const [link = ''] = /https?:\S+\/v\/\d{13}/.exec(decodeURIComponent(whatsApp ?? '')) ?? [];
  await expectSound(page);

  const newcomer = await newcomerAt(page, link);
  await newcomer.getByRole('button', { name: 'Claim ₦700' }).click();
  await sendSignUp(newcomer, newPerson('newcomer'));
  // Nobody is asked to verify an address for money that came by a link.
  await newcomer.getByRole('button', { name: 'Claim ₦700' }).click();
  await expect(newcomer.getByText('Voucher redeemed for ₦700!')).toBeVisible();
  await newcomer.context().close();
});
