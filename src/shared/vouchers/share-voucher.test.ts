import { expect, test, afterEach, describe, vi } from 'vitest';

import { toasts, dismissToast } from '../../platform/toast-store.ts';
import {
  voucherLink,
  CREATOR_WORDS,
  shareLink,
  VISITOR_WORDS,
  type SharingBrowser,
} from './share-voucher.tsx';

test('the link carries the referral code of a user who has one', () => {
  expect(voucherLink('https://goodies.test', '01JD7Q4K')).toBe('https://goodies.test/v/01JD7Q4K');
  expect(voucherLink('https://goodies.test', '01JD7Q4K', 'ADA42')).toBe(
    'https://goodies.test/v/01JD7Q4K?ref=ADA42',
  );
});

describe('share link', () => {
  const LINK = 'https://goodies.test/v/01JD7Q4K';
  const clipboard = (writeText: (text: string) => Promise<void>): SharingBrowser => ({
    clipboard: { writeText } as Clipboard,
  });
  const said = (): string[] => toasts.get().map(({ message }) => message);

  afterEach(() => {
    for (const { id } of toasts.get()) dismissToast(id);
  });

  test.each([
    [VISITOR_WORDS, 'Voucher link copied to clipboard!'],
    [CREATOR_WORDS, 'Share link copied to clipboard!'],
  ])('without a share sheet the link is copied', async (words, message) => {
    const copied: string[] = [];
    await shareLink(
      LINK,
      'Voucher',
      words,
      clipboard(async (text) => void copied.push(text)),
    );
    expect(copied).toEqual([LINK]);
    expect(said()).toEqual([message]);
  });

  test.each([
    ['refuses', clipboard(() => Promise.reject(new Error('denied')))],
    ['is missing', {}],
  ])('a clipboard that %s is told', async (_, browser) => {
    await shareLink(LINK, 'Voucher', VISITOR_WORDS, browser);
    await shareLink(LINK, 'Voucher', CREATOR_WORDS, browser);
    expect(said()).toEqual([
      'Failed to copy link. Please copy manually.',
      'Failed to copy link. Please try manually.',
    ]);
  });

  test.each<[string, SharingBrowser, string]>([
    ['copied', clipboard(async () => undefined), 'Voucher link copied to clipboard!'],
    ['given to the share sheet', { share: async () => undefined }, 'Shared'],
  ])('what follows is said under a link that was %s', async (_how, browser, message) => {
    const detail = async () => 'Nobody has come yet';
    await shareLink(LINK, 'Voucher', { ...VISITOR_WORDS, detail }, browser);
    expect(toasts.get()).toMatchObject([{ message, detail: 'Nobody has come yet' }]);
  });

  test('a share that failed or was given up promises nothing', async () => {
    const detail = vi.fn(async () => 'Nobody has come yet');
    const abort = new DOMException('closed', 'AbortError');
    const words = { ...VISITOR_WORDS, detail };
    await shareLink(LINK, 'Voucher', words, { share: () => Promise.reject(abort) });
    await shareLink(LINK, 'Voucher', words, {});
    expect(detail).not.toHaveBeenCalled();
  });

  test('closing the share sheet is no failure, a broken one is', async () => {
    const abort = new DOMException('closed', 'AbortError');
    await shareLink(LINK, 'Voucher', VISITOR_WORDS, { share: () => Promise.reject(abort) });
    expect(said()).toEqual([]);
    await shareLink(LINK, 'Voucher', VISITOR_WORDS, {
      share: () => Promise.reject(new Error('broken')),
    });
    expect(said()).toEqual(['Failed to share voucher']);
  });
});
