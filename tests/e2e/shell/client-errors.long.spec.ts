import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test('a page that fails tells of it, and of nobody', async ({ browser, url }) => {
  // This page has errors on purpose.
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/welcome');
  await untilRunning(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => {
    globalThis.URLSearchParams.prototype.get = () => {
      throw new Error(
        'no "Ada Obi" <ada@goodies.test> at https://goodies.test/v/1 for 4829104467320',
      );
    };
  });
  const answered = page.waitForResponse('**/api/v1/client-errors');
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect(page.getByText('This page did not load')).toBeVisible();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  expect(answer.request().postDataJSON()).toEqual({
    kind: 'error',
    message: 'Error: no [text] [address] at [address] for #',
    frames: expect.arrayContaining([expect.stringMatching(/^sign-in-[\w-]{8}\.js:\d+:\d+$/)]),
    route: '/login',
    engine: 'chromium',
    build: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  const { authorization, cookie } = await answer.request().allHeaders();
  expect([authorization, cookie]).toEqual([undefined, undefined]);
  await context.close();
});
