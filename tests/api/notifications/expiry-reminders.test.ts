import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { remindOfExpiry } from '../../../server/notifications/remind-of-expiry.ts';
import { sendNotificationMails } from '../../../server/notifications/send-notification-mails.ts';
import { mailsTo } from '../../fixtures/api/accounts.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import { openVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 1_000_000n }, kofi: {} });

describe('a payment voucher that expires within a day unclaimed', () => {
  const inHours = (hours: number): string =>
    new Date(test.clock.now() + hours * HOUR_MS).toISOString();
  const remind = () => Promise.all([remindOfExpiry(test.deps), remindOfExpiry(test.deps)]);

  it('is told once, to its creator and to the user it is for', async () => {
    const email = `${kofi.username}@goodies.test`;
    const expires = { expires_at: inHours(26) };
    const own = await openVoucher(test, ada, expires);
    const sent = await openVoucher(test, ada, {
      ...expires,
      restrict_recipient: '1',
      recipient_email: email,
    });
    await remind();
    expect(await noticesOf(test, ada)).toEqual([]);
    test.clock.advance(3 * HOUR_MS);
    await remind();
    test.clock.advance(HOUR_MS);
    await remind();
    const kind = 'voucher_expiring';
    const told = await noticesOf(test, ada);
    expect(told).toHaveLength(2);
    for (const { ulid } of [own, sent])
      expect(told).toContainEqual(
        expect.objectContaining({ kind, data: expect.objectContaining({ voucher: ulid }) }),
      );
    expect(await noticesOf(test, kofi)).toMatchObject([
      { kind, data: { voucher: sent.ulid, amount: 1000, username: ada.username } },
    ]);
  });

  it('is told to the user that it was sent to by name', async () => {
    const body = {
      amount: 3000,
      currency: 'NGN',
      recipient_username: kofi.username,
      expires_at: inHours(20),
    };
    const { status, text } = await test.call('POST', '/vouchers/send', { token: ada.token, body });
    expect(status, text).toBe(200);
    test.clock.advance(2 * HOUR_MS);
    await remind();
    const told = (await noticesOf(test, kofi)).filter(({ kind }) => kind === 'voucher_expiring');
    expect(told).toMatchObject([{ data: { amount: 3000, username: ada.username } }]);
    await sendNotificationMails(test.deps);
    const mails = await mailsTo(test, `${kofi.username}@goodies.test`);
    expect(mails).toHaveLength(2);
    // Signed out, its page says that it was removed.
    const way = `http://localhost:8080/login?next=%2Fv%2F${told[0]?.data.voucher}`;
    for (const { subject, text } of mails) expect(text, subject).toContain(way);
  });

  it('is told of none that was claimed, is new, has no end or is a giveaway', async () => {
    const claimed = await openVoucher(test, ada, { expires_at: inHours(20) });
    await redeem(test, kofi, claimed.code);
    await openVoucher(test, ada);
    await openGiveaway(test, ada, { expires_at: inHours(20) });
    test.clock.advance(2 * HOUR_MS);
    await openVoucher(test, ada, { expires_at: inHours(2) });
    await remind();
    const kinds = (await noticesOf(test, ada)).map(({ kind }) => kind);
    expect(kinds).not.toContain('voucher_expiring');
  });
});
