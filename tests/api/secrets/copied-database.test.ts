import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';

import { hiddenPositions } from '../../../contract/vouchers/voucher-code.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { createMailOutbox } from '../../../server/notifications/mail/mail-queue.ts';
import { mailsTo, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { dumpTables } from '../../fixtures/api/dump.ts';
import {
  GIVEAWAY,
  guess,
  lotteryFields,
  openGiveaway,
  postForm,
  wrongCode,
} from '../../fixtures/api/giveaways.ts';
import {
  openVoucher,
  PAYMENT_VOUCHER,
  postPaymentForm,
  redeem,
} from '../../fixtures/api/payment-vouchers.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 100_000_000n },
  kofi: { walletMinor: 100_000n },
});

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** A text as it may stand in a row, and each plain hash of it, in each notation. */
function tracesOf(secret: string): string[] {
  const notations = (bytes: Buffer): string[] => [
    bytes.toString('hex'),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
  ];
  return [
    secret,
    ...notations(Buffer.from(secret)),
    ...DIGESTS.flatMap((name) => notations(createHash(name).update(secret).digest())),
  ];
}

/** The bodies that carried a code, as a server reads them and as it may put them together to be hashed. */
function bodiesOf(route: string, body: object, params: object = {}): string[] {
  return [JSON.stringify(body), JSON.stringify(['POST', `/api/v1${route}`, params, body])];
}

/** A form that carried a code, as a server may put it together to be hashed. */
const formOf = (fields: Readonly<Record<string, string>>): string =>
  JSON.stringify([Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)), []]);

it('opens nothing without the secret', async () => {
  const key = (name: string) => ({ 'idempotency-key': `copied-${name}` });
  const lottery = await openGiveaway(test, ada, lotteryFields(test));
  const giveaway = await openGiveaway(test, ada);
  const posted = '4810217536925';
  expect((await postForm(test, ada.token, { code: posted }, { headers: key('post') })).status).toBe(
    201,
  );
  const drawn = '7392058146027';
  const made = await postPaymentForm(test, ada.token, { code: drawn }, key('make'));
  expect(made.status).toBe(201);
  const guarded = await openVoucher(test, ada, { enable_2fa: '1' });
  const split = await openVoucher(test, ada);
  const parts = await test.call('POST', '/vouchers/split', {
    token: ada.token,
    headers: key('split'),
    body: { voucher_id: split.ulid, split_amount: 400 },
  });
  expect(parts.status).toBe(200);
  const second = (parts.body as unknown as { data: { code: string }[] }).data[1]?.code ?? '';

  const entered = await guess(test, kofi, lottery.ulid, lottery.code, { key: 'copied-entry' });
  expect(entered.body).toMatchObject({ result: 'entered' });
  const tried = wrongCode(giveaway.code);
  expect((await guess(test, kofi, giveaway.ulid, tried, { key: 'copied-guess' })).status).toBe(422);
  const asked = await redeem(test, kofi, guarded.code, { key: 'copied-redeem' });
  expect(asked.status).toBe(428);
  const [release] = await mailsTo(test, `${ada.username}@goodies.test`);
  const otp = /release code is (\d{6})/.exec(release?.text ?? '')?.[1] ?? '';
  const wrongOtp = otp === '000000' ? '000001' : '000000';
  await redeem(test, kofi, guarded.code, { otp: wrongOtp, key: 'copied-otp' });

  const person = await signUp(test, { verified: false });
  const link = await tokenFor(test, person.email);
  await test.call('POST', '/forgot-password', { body: { email: person.email } });
  const reset = await tokenFor(test, person.email);
  expect(reset).not.toBe(link);

  const dump = await dumpTables(test.deps.database);
  expect([...dump.values()].join('\n')).toContain(giveaway.ulid);
  const codes = [lottery.code, giveaway.code, posted, drawn, guarded.code, split.code, second];
  const bodies = [
    formOf({ ...PAYMENT_VOUCHER, code: drawn }),
    formOf({ ...GIVEAWAY, code: posted }),
    ...bodiesOf('/vouchers/redeem', { code: guarded.code }),
    ...bodiesOf('/vouchers/redeem', { code: guarded.code, otp: wrongOtp }),
    ...bodiesOf('/vouchers/submit', { voucher_id: lottery.ulid, code: lottery.code }),
    ...bodiesOf('/vouchers/submit', { voucher_id: giveaway.ulid, code: tried }),
  ];
  // Six digits and four are found by chance in any dump, so as they are they are searched for in mails alone.
  const digits = [otp, wrongOtp, ...codes.map((code) => code.slice(-4))].flatMap((text) =>
    tracesOf(text).filter((trace) => trace.length > 20),
  );
  const plainTokens = [person.token, ada.token, link, reset].flatMap((token) => [
    token,
    Buffer.from(token).toString('hex'),
  ]);
  const needles = [
    ...[...codes, ...bodies, person.password].flatMap(tracesOf),
    ...digits,
    ...plainTokens,
  ];
  for (const [table, lines] of dump)
    for (const needle of needles)
      expect(lines.includes(needle), `${table} holds ${needle}`).toBe(false);
  expect(dump.get('public.mails')).not.toContain(otp);

  // Of a payment voucher not even a masked code; of a giveaway no digit that is hidden.
  for (const code of [drawn, guarded.code, split.code, second]) {
    const masked = new RegExp([...code].map((digit) => `[${digit}*-]`).join(''), 'g');
    for (const [table, lines] of dump)
      for (const [found] of lines.matchAll(masked))
        expect(found, `${table} holds digits of a code`).not.toMatch(/\d/);
  }
  const { rows } = await test.deps.database.executeSql(
    `select masked_code as mask from vouchers where purpose = 'giveaway'`,
  );
  expect(rows.map(({ mask }) => hiddenPositions(String(mask)).length)).toEqual([4, 4, 4]);
});

it('keeps nothing of a mail that was sent, but in the sandbox', async () => {
  const person = await signUp(test, { verified: false });
  const rows = await test.deps.db.select().from(mails);
  const id = rows.findLast(({ to }) => to === person.email)?.id ?? 0;
  const rowOf = async () => (await test.deps.db.select().from(mails)).find((row) => row.id === id);
  const transport = { send: async () => undefined };

  const live = { ...test.deps, config: { ...test.deps.config, sandbox: false } };
  await createMailOutbox(live, { send: () => Promise.reject(new Error('away')) }).sendDue();
  expect((await rowOf())?.sealed).not.toBeNull();
  test.clock.advance(MINUTE_MS);
  await createMailOutbox(live, transport).sendDue();
  expect(await rowOf()).toMatchObject({
    sealed: null,
    text: null,
    html: null,
    sentAt: expect.any(Date),
  });

  const other = await signUp(test, { verified: false });
  const kept = (await test.deps.db.select().from(mails)).findLast(({ to }) => to === other.email);
  await createMailOutbox(test.deps, transport).sendDue();
  expect(
    (await test.deps.db.select().from(mails)).find(({ id: one }) => one === kept?.id)?.sentAt,
  ).not.toBeNull();
  expect((await mailsTo(test, other.email))[0]?.text).toContain('/verify-email?token=');
});
