import { openPaymentVoucher, topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { signUpByApi } from '../fixtures/e2e/people.ts';
import { expectSound } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

test('an agent prints vouchers without a network, eight on a sheet', async ({ page, url }) => {
  const agent = await signUpByApi(url, 'agent');
  await topUpByApi(url, agent, 20_000);
  const codes: string[] = [];
  for (let count = 0; count < 9; count += 1)
    codes.push(await openPaymentVoucher(url, agent, { amount: `${1_000 + count}` }));
  await signIn(page, url, agent, '/my-vouchers');
  await page.getByRole('button', { name: 'Print several' }).click();
  const sheet = page.getByRole('dialog', { name: 'Print several' });
  await expect(sheet.getByRole('checkbox')).toHaveCount(9);
  await expectSound(page);
  await setNetwork(page, 'lost');

  await page.emulateMedia({ media: 'print' });
  const slips = page.getByRole('list', { name: 'Slips' }).getByRole('listitem');
  await expect(slips).toHaveCount(9);
  for (const code of codes) await expect(slips.filter({ hasText: `/v/${code}` })).toHaveCount(1);
  const pages = async (): Promise<number> =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)
      ?.length ?? 0;
  expect(await pages()).toBe(2);
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByRole('checkbox').first().uncheck();
  await expect(sheet.getByRole('button', { name: 'Print 8 vouchers' })).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  expect(await pages()).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  await setNetwork(page, 'found');
});
