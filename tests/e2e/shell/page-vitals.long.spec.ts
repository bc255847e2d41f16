import type { PageVitalsBody } from '../../../contract/devices/page-vitals.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, testInstalled as test } from '../../fixtures/e2e/test.ts';

test('a page that is left tells once how fast it was, and of nobody', async ({ page }) => {
  const sent: string[] = [];
  await page.route('**/api/v1/page-vitals', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.continue();
  });
  // Of people's pages one in ten is measured; this is the one.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { value: false });
    Math.random = () => 0;
  });
  await page.goto('/welcome');
  await untilRunning(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/page-vitals-')),
  );
  const hide = (): Promise<void> =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  await expect
    .poll(async () => {
      await hide();
      return sent.length;
    })
    .toBe(1);
  const vitals = JSON.parse(sent[0] ?? '') as PageVitalsBody;
  expect(vitals.lcp_ms).toBeGreaterThan(0);
  expect(vitals.cls_ten_thousandths).toBeLessThan(1_000);
  expect(['lcp_ms', 'inp_ms', 'cls_ten_thousandths', 'offline_ready_ms']).toEqual(
    expect.arrayContaining(Object.keys(vitals)),
  );
  await hide();
  expect(sent).toHaveLength(1);
});
