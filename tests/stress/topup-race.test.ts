import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { CARD_HOLD_MS, FIRST_CARD_HOLD_MS } from '../../contract/constants.ts';
import { holds, journalTransactions, ledgerAccounts } from '../../server/db/schema/ledger.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import { initializeTopup } from '../../server/payments/initialize-payment.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { decideCheckout } from '../../server/sandbox/checkout.ts';
import { addPerson, nairaOf, type Person } from '../fixtures/api/people.ts';
import { sendTo, sendUntilAnswered, type Answer, type Call } from './http-client.ts';
import { addCreator, CODE, setUpScene, postGiveaway, postUnpaid, PRIZE_MINOR } from './scene.ts';
import { minorToMajor } from '../../contract/money.ts';

const scene = setUpScene();
const send = (call: Call) => sendUntilAnswered(sendTo(scene.app), call);

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const topup = (person: Person, key?: string): Promise<Answer> =>
  send({
    token: person.token,
    path: '/wallet/topup/initialize',
    body: { amount: 2500.25, currency: 'NGN', processor: 'paystack' },
    ...(key ? { key } : {}),
  });

describe('money under fire', () => {
  it('never spends more than a wallet has', async () => {
    const giveaways = 20;
    const affordable = 3;
    const creator = await addCreator(scene.deps, 'spender', affordable);
    const unpaid = await times(giveaways, () => postUnpaid(scene.deps, creator));
    const answers = await Promise.all(
      unpaid.map(({ ulid }) =>
        send({
          token: creator.token,
          path: '/vouchers/payment/wallet',
          body: { voucher_id: ulid, amount: minorToMajor(PRIZE_MINOR), currency: 'NGN' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(affordable);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(giveaways - affordable);
    for (const { body } of refused) expect(body).toMatchObject({ code: 'insufficient_funds' });
    expect(await nairaOf(scene.deps, creator)).toBe(0);
  });

  it('keeps count to the last unit while people win and spend at once', async () => {
    const rich = await addCreator(scene.deps, 'busy', 20);
    const poor = await addCreator(scene.deps, 'busy_too', 20);
    const [ofRich, ofPoor] = [
      await times(10, () => postGiveaway(scene.deps, rich)),
      await times(10, () => postGiveaway(scene.deps, poor)),
    ];
    // Each wins the other's giveaways and pays for more of their own meanwhile.
    const win = (person: Person, ulid: string) =>
      send({
        token: person.token,
        path: '/vouchers/submit',
        body: { voucher_id: ulid, code: CODE },
      });
    await Promise.all([
      ...ofRich.map(async (ulid) => expect((await win(poor, ulid)).status).toBe(200)),
      ...ofPoor.map(async (ulid) => expect((await win(rich, ulid)).status).toBe(200)),
      times(10, () => postGiveaway(scene.deps, rich)),
      times(10, () => postGiveaway(scene.deps, poor)),
    ]);
    const won = 10 * minorToMajor(PRIZE_MINOR);
    expect([await nairaOf(scene.deps, rich), await nairaOf(scene.deps, poor)]).toEqual([won, won]);
  });
});

describe('payments by card', () => {
  it('that settle at once count one after another: three are held for longer', async () => {
    const person = await addPerson(scene.deps, 'card_holder');
    const { userId } = person;
    const currencies = ['NGN', 'GHS'] as const;
    const references = await times(6, async (index) => {
      const asked = { userId, amount: 100, currency: currencies[index % 2] ?? 'NGN' };
      const payment = { ...asked, processor: 'paystack' };
      const { reference } = await initializeTopup(scene.deps, undefined, payment);
      await decideCheckout(scene.deps.db, reference, 'success', 'card');
      return reference;
    });
    // Each is reported twice.
    const reports = [...references, ...references];
    await Promise.all(reports.map((reference) => settlePayment(scene.deps, reference)));
    const wallets = await scene.deps.db
      .select({
        ms: sql<number>`extract(epoch from ${holds.heldUntil} - ${holds.createdAt}) * 1000`.mapWith(
          Number,
        ),
      })
      .from(holds)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, holds.accountId))
      .where(eq(ledgerAccounts.userId, userId));
    const lasting = wallets.map(({ ms }) => ms).toSorted((a, b) => b - a);
    const [first, later] = [FIRST_CARD_HOLD_MS, CARD_HOLD_MS];
    expect(lasting).toEqual([first, first, first, later, later, later]);
  });
});

describe('the same idempotency key 20 times at once', () => {
  const expectOneAnswer = (answers: readonly Answer[], status: number): void => {
    for (const answer of answers) expect(answer).toEqual({ status, body: answers[0]?.body });
  };

  it('starts one top-up', async () => {
    const person = await addPerson(scene.deps, 'eager');
    expectOneAnswer(await times(20, () => topup(person, 'one-topup')), 200);
    const rows = await scene.deps.db
      .select()
      .from(payments)
      .where(eq(payments.userId, person.userId));
    expect(rows).toHaveLength(1);
  });

  it('pays for a giveaway once', async () => {
    const creator = await addCreator(scene.deps, 'payer', 2);
    const { ulid } = await postUnpaid(scene.deps, creator);
    const answers = await times(20, () =>
      send({
        token: creator.token,
        path: '/vouchers/payment/wallet',
        body: { voucher_id: ulid, amount: minorToMajor(PRIZE_MINOR), currency: 'NGN' },
        key: 'one-payment',
      }),
    );
    expectOneAnswer(answers, 200);
    expect(await nairaOf(scene.deps, creator)).toBe(minorToMajor(PRIZE_MINOR + PRIZE_MINOR / 10n));
  });

  it('counts one guess, wrong or right', async () => {
    const creator = await addCreator(scene.deps, 'poster', 1);
    const ulid = await postGiveaway(scene.deps, creator);
    const guess = (person: Person, code: string) =>
      times(20, () =>
        send({
          token: person.token,
          path: '/vouchers/submit',
          body: { voucher_id: ulid, code },
          key: 'one-guess',
        }),
      );
    const wrong = await guess(await addPerson(scene.deps, 'unlucky'), '1111111111111');
    expectOneAnswer(wrong, 422);
    expect(wrong[0]?.body).toMatchObject({ code: 'wrong_guess' });
    const lucky = await addPerson(scene.deps, 'lucky');
    const right = await guess(lucky, CODE);
    expectOneAnswer(right, 200);
    expect(right[0]?.body).toMatchObject({ result: 'won' });
    const [voucher] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
    expect(voucher?.guessCount).toBe(2);
    expect(await nairaOf(scene.deps, lucky)).toBe(minorToMajor(PRIZE_MINOR));
    const wins = await scene.deps.db
      .select()
      .from(journalTransactions)
      .where(eq(journalTransactions.naturalKey, `win:${ulid}`));
    expect(wins).toHaveLength(1);
  });
});
