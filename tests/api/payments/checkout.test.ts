import { beforeAll, describe, expect, it } from 'vitest';

import { startTestApp } from '../../fixtures/api/test-app.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const topups = new Topups(test);
let ada: Person;

beforeAll(async () => {
  ada = await topups.newPayer();
});

describe('the sandbox checkout', () => {
  it('is a page that states the amount and needs no script', async () => {
    const reference = await topups.reference(ada, { amount: 1_234_567.5 });
    const page = await test.call('GET', `root:/sandbox/checkout/${reference}`);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('₦1,234,567.50');
    expect(page.text).toContain('Paystack');
    expect(page.text).toContain(reference);
    expect(page.text).toContain('<form method="post">');
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('keeps the first decision', async () => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person);
    await topups.decide(reference, 'failed');
    expect((await topups.decide(reference, 'success')).statusCode).toBe(303);
    expect((await topups.verify(person, reference)).body).toMatchObject({
      data: { status: 'failed' },
    });
    const page = await test.call('GET', `root:/sandbox/checkout/${reference}`);
    expect(page.text).toContain('Payment declined');
    expect(page.text).not.toContain('<form');
  });

  it('refuses what is no decision, and addresses that are none', async () => {
    const reference = await topups.reference(ada);
    for (const form of ['maybe', '', 'success&outcome=success&more=1']) {
      expect((await topups.decide(reference, form)).statusCode).toBe(422);
    }
    expect((await topups.decide('GDT-nothing', 'success')).statusCode).toBe(404);
    expect((await test.call('GET', 'root:/sandbox/checkout/%3Cscript%3E')).status).toBe(404);
    expect((await test.call('GET', 'root:/sandbox/checkout/a%00b')).status).toBe(422);
    expect(await topups.statusOf(reference)).toBe('pending');
  });

  it('does not exist where the sandbox is off', async () => {
    const closed = await startTestApp({ GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:25' });
    const person = await addPerson(closed.deps, 'ada');
    expect((await closed.call('GET', 'root:/sandbox/checkout/GDT-1')).status).toBe(404);
    const methods = await closed.call('GET', '/payment-methods?region=kenya&type=voucher');
    expect(methods.body['data']).toMatchObject([{ id: 'wallet' }]);
    const body = { amount: 5, currency: 'KES', processor: 'mpesa' };
    const reply = await closed.call('POST', '/wallet/topup/initialize', {
      token: person.token,
      body,
    });
    expect(reply.body).toMatchObject({ code: 'processor_unsupported' });
    await closed.close();
  });
});

describe.each([
  { processor: 'mpesa', currency: 'KES', start: '+254 71234' },
  { processor: 'mobile_money', currency: 'GHS', start: '+233 24123', provider: 'mtn' },
])('a phone of the sandbox, asked by $processor', ({ start, ...by }) => {
  let person: Person;
  beforeAll(async () => {
    person = await topups.newPayer();
  });
  /** Starts a top-up of 50 from the phone with that ending. @returns its reference */
  const ask = async (ending: string): Promise<string> => {
    const body = { ...by, amount: 50, config: { phone: `${start} ${ending}` } };
    const reply = await topups.start(person, body);
    const reference = referenceOf(reply);
    expect(reply.body['authorization_url']).toBe(
      `http://localhost:8080/wallet?trxref=${reference}&reference=${reference}`,
    );
    return reference;
  };
  const statusOf = async (reference: string): Promise<unknown> =>
    (await topups.verify(person, reference)).body['data'];
  const settle = (reference: string, query = '') =>
    test.call('POST', `root:/sandbox/settle/${reference}${query}`);

  it('declines where its number ends in 0000', async () => {
    const reference = await ask('0000');
    expect(await statusOf(reference)).toMatchObject({ status: 'failed' });
    expect((await settle(reference)).body).toMatchObject({ data: { status: 'failed' } });
  });

  it('waits where its number ends in 9999, until it is settled', async () => {
    const reference = await ask('9999');
    expect(await statusOf(reference)).toMatchObject({ status: 'pending' });
    expect((await settle(reference)).body).toEqual({
      success: true,
      data: { reference, status: 'settled' },
    });
    expect(await statusOf(reference)).toMatchObject({ status: 'settled' });
    const declined = await ask('9999');
    expect((await settle(declined, '?outcome=failed')).body).toMatchObject({
      data: { status: 'failed' },
    });
    expect((await settle('GDT-nothing')).status).toBe(404);
  });

  it('leads every other number to the checkout page', async () => {
    const body = { ...by, amount: 50, config: { phone: `${start} 5678` } };
    expect((await topups.start(person, body)).body['authorization_url']).toMatch(
      /\/sandbox\/checkout\//,
    );
  });
});
