import { afterEach, expect, test } from 'vitest';

import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { shareLink, voucherLink, type SharingBrowser } from './share-voucher.ts';

const LINK = 'https://goodies.test/v/01JD7Q4K';
const clipboard = (writeText: (text: string) => Promise<void>): SharingBrowser => ({
  clipboard: { writeText } as Clipboard,
});
const said = (): string[] => currentToasts().map(({ message }) => message);

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('the link carries the referral code of whoever has one', () => {
  expect(voucherLink('https://goodies.test', '01JD7Q4K')).toBe(LINK);
  expect(voucherLink('https://goodies.test', '01JD7Q4K', 'ADA42')).toBe(`${LINK}?ref=ADA42`);
});

test('without a share sheet the link is copied', async () => {
  const copied: string[] = [];
  await shareLink(
    LINK,
    'Voucher',
    clipboard(async (text) => void copied.push(text)),
  );
  expect(copied).toEqual([LINK]);
  expect(said()).toEqual(['Voucher link copied to clipboard!']);
});

test.each([
  ['refuses', clipboard(() => Promise.reject(new Error('denied')))],
  ['is missing', {}],
])('a clipboard that %s is told', async (_, browser) => {
  await shareLink(LINK, 'Voucher', browser);
  expect(said()).toEqual(['Failed to copy link. Please copy manually.']);
});

test('closing the share sheet is no failure, a broken one is', async () => {
  const abort = new DOMException('closed', 'AbortError');
  await shareLink(LINK, 'Voucher', { share: () => Promise.reject(abort) });
  expect(said()).toEqual([]);
  await shareLink(LINK, 'Voucher', { share: () => Promise.reject(new Error('broken')) });
  expect(said()).toEqual(['Failed to share voucher']);
});
