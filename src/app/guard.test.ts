import { describe, expect, it } from 'vitest';

import { openedPath } from '../../contract/document/opened-document.ts';
// As text: it belongs to the browser's tests, whose types are others.
// eslint-disable-next-line import/default -- Vite makes the default export of `?raw`
import screens from '../../tests/fixtures/e2e/screens.ts?raw';
import { SUBJECTS } from '../features/info/about/help/questions.ts';
import { redirectFor } from './guard.tsx';
import { isKnownPath, isVoucherPage, routeFor } from './match-route.ts';
import { REDIRECTS, ROUTES } from './routes.ts';

describe('redirectFor', () => {
  it('sends visitors from home to the welcome page, referral code and all', () => {
    expect(redirectFor('/', '?ref=AB12', 'signed-out')).toBe('/welcome?ref=AB12');
  });

  it('sends visitors from private pages to the login page and back', () => {
    expect(redirectFor('/wallet', '?trxref=a%26b', 'signed-out')).toBe(
      '/login?next=%2Fwallet%3Ftrxref%3Da%2526b',
    );
  });

  it('tells people whose session has expired why they are to log in, from home too', () => {
    expect(redirectFor('/wallet', '', 'signed-out', true)).toBe(
      '/login?next=%2Fwallet&error=unauthenticated',
    );
    expect(redirectFor('/', '', 'signed-out', true)).toBe(
      '/login?next=%2F&error=vouchers_unauthenticated',
    );
  });

  it('lets everyone see public pages', () => {
    for (const path of ['/welcome', '/v/ABC', '/lv/ABC', '/verify-email', '/nothing/here']) {
      expect(redirectFor(path, '', 'signed-out')).toBeUndefined();
    }
  });

  it('lets people stay who are signed in, or of whom it is not known', () => {
    expect(redirectFor('/wallet', '', 'signed-in')).toBeUndefined();
    expect(redirectFor('/wallet', '', 'unknown')).toBeUndefined();
  });

  it('leads on from old addresses', () => {
    expect(redirectFor('/withdrawal-history', '?page=2', 'signed-in')).toBe('/transactions?page=2');
    expect(redirectFor('/send-money', '', 'signed-in')).toBe('/payment-voucher');
    expect(redirectFor('/Send-Money/', '', 'signed-in')).toBe('/payment-voucher');
  });

  it("leads from a voucher's altered address to its page", () => {
    expect(redirectFor('/V/42.', '?ref=ADA4', 'signed-out')).toBe('/v/42?ref=ADA4');
    expect(isKnownPath('/V/42.')).toBe(true);
  });
});

describe('routes', () => {
  it('guards every page but the public ones', () => {
    const open = ROUTES.filter(({ access }) => access === 'public').map(({ path }) => path);
    expect(open).toEqual([
      '/welcome',
      '/featured-giveaway',
      '/login',
      '/forgot-password',
      '/signup',
      '/verify-email',
      '/freeze',
      '/unfreeze',
      '/undo-email',
      '/auth/google/callback',
      '/v',
      '/lv',
      '/v/:id',
      '/v/:id/fairness',
      '/lv/:id',
      '/share',
      '/check',
      '/trust',
      '/about',
      '/rules',
      '/terms',
      '/privacy',
      '/contact',
      '/help',
      '/#shell',
    ]);
  });

  it.each(ROUTES.map(({ path }) => path.replace('/*?', '/a').replaceAll(/:\w+/g, '7')))(
    'sends visitors from %s to the page whose document they get',
    (path) => {
      const target = redirectFor(path, '', 'signed-out') ?? path;
      expect(openedPath(path, false)).toBe(target.replace(/\?.*/, ''));
    },
  );

  it.each([...ROUTES.map(({ path }) => path), ...Object.keys(REDIRECTS)])(
    'has %s looked at in a browser',
    (path) => expect(screens).toContain(`'${path.replace('#', '')}'`),
  );

  it('has a page behind each link of the help', () => {
    const links = SUBJECTS.flatMap(({ questions }) => questions.map(({ link }) => link?.href));
    expect(links.filter((href) => href !== undefined && !isKnownPath(href))).toEqual([]);
  });

  it('has a page behind every route', async () => {
    await Promise.all(ROUTES.map(({ page }) => page.preload()));
  });

  it.each([
    ['/v/01ABC', '/v/:id'],
    ['/v/01ABC/', '/v/:id'],
    ['/V/01ABC', '/v/:id'],
    ['/merchant', '/merchant/*?'],
    ['/merchant/a/b', '/merchant/*?'],
    // The page itself says that the id is missing.
    ['/v/', '/v'],
    ['/v/a/b', '*'],
    ['/walletx', '*'],
  ])('%s is %s', (path, route) => {
    expect(routeFor(path).path).toBe(route);
  });

  it('tells known addresses from others', () => {
    expect(isKnownPath('/send-money')).toBe(true);
    expect(isKnownPath('/Send-Money/')).toBe(true);
    expect(isKnownPath('/wallet/flutterwave')).toBe(true);
    expect(isKnownPath('/v/42/fairness')).toBe(true);
    expect(isKnownPath('/v/x~')).toBe(false);
    expect(isKnownPath('/v/x~/fairness')).toBe(false);
    expect(isKnownPath('/shell')).toBe(false);
    expect(isKnownPath('/toString')).toBe(false);
  });
});

it.each([
  '/v/01AB',
  '/lv/01AB',
  '/v/01AB/fairness',
  '/my-vouchers',
  '/post-voucher',
  '/add-voucher',
  '/payment-voucher',
  '/voucher-analytics/01AB',
  '/allowed-users/01AB',
])('%s is about vouchers', (path) => {
  expect(isVoucherPage(path)).toBe(true);
});

it.each(['/', '/verify-email', '/wallet', '/payment', '/live'])('%s is not', (path) => {
  expect(isVoucherPage(path)).toBe(false);
});
