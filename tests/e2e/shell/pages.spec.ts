import { controlServiceWorker } from '../../fixtures/e2e/device.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, test, testInstalled } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const PAGES = [
  ['About Goodies', 'About Goodies', 'The first right guess is paid'],
  ['Rules', 'Rules', '50 % of that fee is for the 10 people'],
  ['Help', 'Help', 'How do I win?'],
  ['Contact', 'Contact', 'Never send a password'],
  ['Terms', 'Terms', '₦1,000, GH₵10, KSh100, $1 for 30 days'],
  ['Privacy', 'Privacy', 'No trackers'],
] as const;

test('the footer leads to pages that are there without script', async ({ page, request, url }) => {
  await page.goto('/welcome');
  await untilRunning(page);
  const footer = page.getByRole('contentinfo');
  // Nobody has configured any.
  await expect(footer.getByRole('navigation', { name: 'Follow us' })).toHaveCount(0);
  for (const [link, title, words] of PAGES) {
    await footer.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(words);
    const html = await (await request.get(page.url())).text();
    // React parts texts of one paragraph by comments.
    expect(html.replaceAll('<!-- -->', ''), link).toContain(words);
  }
  await page.goto('/contact');
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute(
    'href',
    'mailto:support@goodies.test',
  );
  await expect(page).toHaveURL(`${url}/contact`);
});

test('a form’s bottom bar makes room for the keyboard', async ({ browser, url }) => {
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const bar = page.getByRole('navigation', { name: 'Main, mobile' });
  const password = page.getByLabel('Password', { exact: true });
  for (const [path, title] of [
    ['/login', 'Welcome back'],
    ['/signup', 'Create your account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(bar).toBeVisible();
    await password.focus();
    await expect(bar).toBeHidden();
    await password.blur();
    await expect(bar).toBeVisible();
  }
  await context.close();
});

testInstalled('help is searched, opens at a question, and does both offline', async ({ page }) => {
  await page.goto('/welcome');
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  await page.goto('/help#pin');
  const pin = page.getByText('in your profile tap Change PIN', { exact: false });
  await expect(pin).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Search for a word' });
  await field.fill('meter');
  await expect(page).toHaveURL(/\/help\?q=meter$/);
  await expect(page.getByRole('status').filter({ hasText: '1 answer found' })).toBeAttached();
  await page.getByText('Where is the token of my meter?').click();
  await expect(page).toHaveURL(/\/help\?q=meter#meter-token$/);
  await expect(page.getByText('On the receipt of the bill')).toBeVisible();
  await page.reload();
  await expect(page.getByText('On the receipt of the bill')).toBeVisible();
  await field.fill('submarine');
  await expect(page.getByRole('heading', { name: 'No answer found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all questions' }).click();
  await expect(page.getByText('How do I win?')).toBeVisible();
  await expect(field).toBeFocused();
});
