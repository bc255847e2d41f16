import { topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { signUpByApi } from '../fixtures/e2e/people.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { discardAfterTest, expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const TOO_OLD = 'This browser is too old for Goodies. Please update it, or use another one.';

/** Takes away what one of the oldest browsers does not have, in whatever thread it runs. */
function becomeOld(): void {
  const scope = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
  const remove = (owner: object | undefined, ...names: string[]): void => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
  };
  remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
  remove(Object.getPrototypeOf(Uint8Array.prototype) as object, 'toSorted', 'toReversed', 'with');
  remove(
    Set.prototype,
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  );
  remove(String.prototype, 'isWellFormed', 'toWellFormed');
  remove(Array, 'fromAsync');
  remove(Object, 'groupBy');
  remove(Map, 'groupBy');
  remove(Promise, 'withResolvers', 'try');
  remove(AbortSignal, 'timeout', 'any');
  remove(URL, 'canParse', 'parse');
  remove(Response, 'json');
  remove(scope['Intl'], 'Segmenter');
  const elements = scope['HTMLElement']?.['prototype'] as object | undefined;
  remove(elements, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
  remove(globalThis, 'Iterator', 'OffscreenCanvas', 'CompressionStream', 'navigation');
  remove(globalThis, 'requestIdleCallback', 'cancelIdleCallback', 'scheduler');
}

test('in the oldest browsers signed-in pages work, and a top-up arrives', async ({ page, url }) => {
  discardAfterTest(page.context());
  const person = await signUpByApi(url, 'oldbrowser');
  await topUpByApi(url, person, 1500);
  await page.addInitScript(becomeOld);
  // Into the workers no script of a test comes but with theirs.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${String(becomeOld)})();${await response.text()}` });
  });
  await signIn(page, url, person, '/wallet');
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('1,500');
  expect(await page.evaluate(() => 'toSorted' in Array.prototype)).toBe(false);
  for (const [path, heading] of [
    ['/', 'Wallet balance'],
    ['/transactions', 'Wallet top-up'],
    ['/notifications', 'Notifications'],
    ['/my-vouchers', 'My Vouchers'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(heading).locator('visible=true').first()).toBeVisible();
    await expect(page.getByText('Check your connection')).toHaveCount(0);
  }
  await expect(page.getByText(TOO_OLD)).toHaveCount(0);
  // What is still on its way has nobody to come to.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an older browser is told so in words', async ({ page }) => {
  discardAfterTest(page.context());
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CSSLayerBlockRule'));
  await page.goto('/welcome');
  await expect(page.getByRole('alert').filter({ hasText: TOO_OLD })).toBeVisible();
});
