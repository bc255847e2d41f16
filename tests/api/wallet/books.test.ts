import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database, Db } from '../../../server/db/database.ts';
import { checkBooks, faultsOf, type BookLine } from '../../../server/ledger/check-books.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { pointsEntries } from '../../../server/db/schema/rewards.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { guesses } from '../../../server/db/schema/giveaways.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import {
  escrowOf,
  feesIn,
  poolOf,
  postMovement,
  processorOf,
  walletOf,
  type Movement,
} from '../../../server/ledger/journal.ts';
import { openTestDatabase } from '../../fixtures/database.ts';
import { DEADLINE_DAMAGE, plantUnwonGiveaway } from '../../fixtures/books/deadline-damage.ts';
import { DISPUTE_DAMAGE, plantDisputes } from '../../fixtures/books/dispute-damage.ts';
import { EXCHANGE_DAMAGE, plantExchange } from '../../fixtures/books/exchange-damage.ts';
import { HOLD_DAMAGE, plantHolds } from '../../fixtures/books/hold-damage.ts';
import { PAYMENT_DAMAGE, plantPayments } from '../../fixtures/books/payment-damage.ts';
import { plantPremium, PREMIUM_DAMAGE } from '../../fixtures/books/premium-damage.ts';
import { plantPurchases, PURCHASE_DAMAGE } from '../../fixtures/books/purchase-damage.ts';
import { plantRewards, REWARD_DAMAGE } from '../../fixtures/books/reward-damage.ts';
import {
  plantUnclaimed,
  plantWithdrawals,
  WITHDRAWAL_DAMAGE,
} from '../../fixtures/books/withdrawal-damage.ts';
import { plantSettlements, SETTLEMENT_DAMAGE } from '../../fixtures/books/settlement-damage.ts';
import {
  PAYMENT_VOUCHER_DAMAGE,
  plantPaymentVouchers,
} from '../../fixtures/books/payment-voucher-damage.ts';
import { bytes, type Damage, lookAfter, now, transfer } from '../../fixtures/books/damage.ts';

const DONE = 'V_DONE';
const LIVE = 'V_LIVE';

const post = (
  tx: Db,
  kind: string,
  naturalKey: string,
  entries: Movement['entries'],
  voucherId?: number,
) =>
  postMovement(
    tx,
    {
      kind,
      naturalKey,
      reference: naturalKey,
      description: kind,
      entries,
      ...(voucherId ? { voucherId } : {}),
    },
    now,
  );

const voucherRow = (
  ulid: string,
  status: 'active' | 'completed',
): typeof vouchers.$inferInsert => ({
  ulid,
  purpose: 'giveaway',
  type: 'goodies',
  status,
  creatorId: 1,
  region: 'nigeria',
  currency: 'NGN',
  amount: 10_000n,
  fee: 1_000n,
  codeEncrypted: bytes,
  codeHash: ulid,
  maskedCode: '123456789****',
  maskedDigits: 4,
  revealMethod: 'views',
  createdAt: now,
});

/** A creator tops up and pays two giveaways; the first is won, and one person had shared it. */
async function plantWorld(tx: Db): Promise<void> {
  await tx.insert(users).values(
    ['ada', 'winner', 'sharer'].map((username) => ({
      username,
      email: `${username}@goodies.test`,
      region: 'nigeria',
      points: username === 'sharer' ? 50 : 0,
      referralCode: username.toUpperCase(),
      createdAt: now,
    })),
  );
  await tx
    .insert(pointsEntries)
    .values({ userId: 3, delta: 50, reason: 'share', reference: 'share:1:3', createdAt: now });
  const payment = {
    userId: 1,
    purpose: 'topup',
    currency: 'NGN',
    processor: 'paystack',
    createdAt: now,
    updatedAt: now,
  } as const;
  await tx.insert(payments).values([
    { ...payment, reference: 'GDT-1', amount: 30_000n, status: 'settled' },
    { ...payment, reference: 'GDT-2', amount: 500n, status: 'pending' },
  ]);
  await post(
    tx,
    'wallet_topup',
    'settle:GDT-1',
    transfer(processorOf('paystack', 'NGN'), walletOf(1, 'NGN'), 30_000n),
  );
  await tx
    .insert(vouchers)
    .values([
      { ...voucherRow(DONE, 'completed'), guessCount: 2, winnerId: 2, winningGuessNumber: 2 },
      voucherRow(LIVE, 'active'),
    ]);
  for (const id of [1, 2]) {
    await post(
      tx,
      'voucher_payment',
      `pay:${id}`,
      [
        { account: walletOf(1, 'NGN'), amount: -11_000n },
        { account: escrowOf(id, 'NGN'), amount: 10_000n },
        { account: poolOf(id, 'NGN'), amount: 1_000n },
      ],
      id,
    );
  }
  await tx.insert(guesses).values([
    {
      voucherId: 1,
      userId: 3,
      number: 1,
      guessHash: 'a',
      guessEncrypted: bytes,
      isCorrect: false,
      createdAt: now,
    },
    {
      voucherId: 1,
      userId: 2,
      number: 2,
      guessHash: 'b',
      guessEncrypted: bytes,
      isCorrect: true,
      createdAt: now,
    },
  ]);
  await post(
    tx,
    'voucher_win',
    `win:${DONE}`,
    transfer(escrowOf(1, 'NGN'), walletOf(2, 'NGN'), 10_000n),
    1,
  );
  await post(
    tx,
    'voucher_commission_share',
    `pool:${DONE}`,
    [
      { account: poolOf(1, 'NGN'), amount: -1_000n },
      { account: walletOf(3, 'NGN'), amount: 500n },
      { account: feesIn('NGN'), amount: 500n },
    ],
    1,
  );
  await plantWithdrawals(tx);
  await plantHolds(tx, `win:${DONE}`, `pool:${DONE}`);
  await plantPurchases(tx);
  await plantPayments(tx);
  await plantSettlements(tx);
  await plantDisputes(tx);
  await plantExchange(tx);
  await plantRewards(tx);
  await plantPremium(tx);
}

const SECOND_WIN = `with again as (
    insert into journal_transactions (natural_key, kind, reference, description, voucher_id, created_at)
    values ('win:again', 'voucher_win', 'again', 'again', 1, now()) returning id
  )
  insert into journal_entries (transaction_id, account_id, currency, amount, kind, moved_at)
  select again.id, account.id, 'NGN', case account.key when 'escrow:1' then -10000 else 10000 end, 'voucher_win', now()
  from again, ledger_accounts account where account.key in ('escrow:1', 'wallet:2:NGN')`;

/** What a hand in the database did, the invariant that names it, and the row it shows. */
const DAMAGE: Damage = {
  'entries sum to zero in each currency': [
    [/NGN sums to 1/, 'update journal_entries set amount = amount + 1 where id = 1'],
  ],
  'each movement has entries, which sum to zero in each currency': [
    [
      /settle:GDT-1 sums to 1 NGN/,
      'update journal_entries set amount = amount + 1 where id = 1; update journal_entries set amount = amount - 1 where id = 3',
    ],
    [
      /hollow has no entries/,
      `insert into journal_transactions (natural_key, kind, reference, description, created_at) values ('hollow', 'wallet_topup', 'x', 'x', now())`,
    ],
  ],
  'each entry is in the currency of its account': [
    [
      /in NGN on wallet:2:NGN/,
      `update ledger_accounts set currency = 'GHS' where key = 'wallet:2:NGN'`,
    ],
  ],
  'each balance is the sum of its entries': [
    [
      /wallet:2:NGN has 10001, its entries sum to 10000/,
      `update ledger_accounts set balance = balance + 1 where key = 'wallet:2:NGN'`,
    ],
  ],
  'no wallet, escrow or pool is below zero': [
    [
      /wallet:2:NGN has -1/,
      `alter table ledger_accounts drop constraint ledger_accounts_not_negative; update ledger_accounts set balance = -1 where key = 'wallet:2:NGN'`,
    ],
  ],
  'each giveaway was paid in once, in full': [
    [
      /voucher V_LIVE \(active\) got 10000 \+ 1000 of 10001 \+ 1000/,
      `update vouchers set amount = 10001 where ulid = '${LIVE}'`,
    ],
    [/voucher V_LIVE \(pending\)/, `update vouchers set status = 'pending' where ulid = '${LIVE}'`],
  ],
  'a voucher holds its money while it is active, and nothing before or after': [
    [
      /voucher V_LIVE \(cancelled\) holds 10000 \+ 1000/,
      `update vouchers set status = 'cancelled' where ulid = '${LIVE}'`,
    ],
    [
      /voucher V_DONE \(active\) holds 0 \+ 0/,
      `update vouchers set status = 'active' where ulid = '${DONE}'`,
    ],
  ],
  'prize, shares, platform and refunds are what was paid in': [
    [
      /voucher V_DONE took in 11000 and paid out 10500/,
      `update ledger_accounts set type = 'payout' where type = 'fees'`,
    ],
  ],
  'each voucher pays its prize at most once': [
    [/voucher V_DONE \(completed\) paid 2 times, 20000 of 10000/, SECOND_WIN],
    [
      /voucher V_DONE \(completed\) paid 0 times/,
      `update journal_transactions set kind = 'voucher_refund' where kind = 'voucher_win'`,
    ],
  ],
  'the winner of a giveaway guessed right, and was paid': [
    [
      /voucher V_DONE: winner 3, guess 2/,
      `update vouchers set winner_id = 3 where ulid = '${DONE}'`,
    ],
    [
      /voucher V_DONE: winner none, guess none/,
      `update vouchers set winner_id = null, winning_guess_number = null where ulid = '${DONE}'`,
    ],
  ],
  'a right guess ends its giveaway': [
    [
      /guess 1 on voucher V_DONE \(completed\) was right/,
      'update guesses set is_correct = true where number = 1',
    ],
  ],
  'each guess and each wait is of a giveaway and of a user': [
    [/guess 1 of user 77 on voucher 1/, 'update guesses set user_id = 77 where number = 1'],
    [
      /wait of user 1 on voucher 77/,
      'insert into guess_waits (voucher_id, user_id, wait_until) values (77, 1, now())',
    ],
  ],
  'a giveaway counts no guess that it does not have, and all of them once it has ended': [
    [
      /voucher V_DONE counts 1 guesses, has 2/,
      `update vouchers set guess_count = 1 where ulid = '${DONE}'`,
    ],
    [
      /voucher V_LIVE counts 1 guesses, has 0/,
      `update vouchers set guess_count = 1 where ulid = '${LIVE}'`,
    ],
  ],
  'each settled payment was credited once, in full, and no other was': [
    [
      /payment GDT-1 \(failed\): settle:GDT-1 moved 30000 NGN/,
      `update payments set status = 'failed' where reference = 'GDT-1'`,
    ],
    [
      /payment GDT-2 \(settled\): nothing moved/,
      `update payments set status = 'settled' where reference = 'GDT-2'`,
    ],
    [
      /payment GDT-1 \(settled\): settle:GDT-1 moved 30000 NGN/,
      `update payments set amount = 29999 where reference = 'GDT-1'`,
    ],
    [/no payment: settle:GDT-1/, `delete from payments where reference = 'GDT-1'`],
  ],
  'points are the sum of their entries': [
    [/user 1 has 7 points, the entries sum to 0/, 'update users set points = 7 where id = 1'],
  ],
};

/** Every damage of every invariant. */
const ROWS = [
  DAMAGE,
  WITHDRAWAL_DAMAGE,
  EXCHANGE_DAMAGE,
  HOLD_DAMAGE,
  PURCHASE_DAMAGE,
  PAYMENT_DAMAGE,
  SETTLEMENT_DAMAGE,
  DISPUTE_DAMAGE,
  REWARD_DAMAGE,
  PREMIUM_DAMAGE,
  DEADLINE_DAMAGE,
  PAYMENT_VOUCHER_DAMAGE,
].flatMap((damages) =>
  Object.entries(damages).flatMap(([invariant, rows]) =>
    rows.map(([row, damage]) => [invariant, row, damage] as const),
  ),
);

describe('the books', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.db.transaction(async (tx) => {
      await plantWorld(tx);
      await plantPaymentVouchers(tx);
      await plantUnwonGiveaway(tx);
      await plantUnclaimed(tx);
    });
  });
  afterAll(() => database.close());

  const booksAfter = async (damage: string): Promise<BookLine[]> =>
    (await lookAfter(database.db, damage, (tx) => checkBooks(tx))) ?? [];

  it('are clean where everything happened as it should, and every invariant looked at something', async () => {
    const lines = await checkBooks(database.db);
    expect(faultsOf(lines)).toEqual([]);
    expect(lines.filter((line) => line.checked === 0)).toEqual([]);
  });

  it.each(ROWS)('name what breaks "%s" as %s', async (invariant, row, damage) => {
    const line = (await booksAfter(damage)).find((candidate) => candidate.name === invariant);
    expect(line?.broken.join('\n')).toMatch(row);
  });

  it('are tested on every invariant', async () => {
    const names = (await checkBooks(database.db)).map((line) => line.name);
    const damaged = ROWS.map(([invariant]) => invariant);
    expect([...new Set(damaged)].toSorted()).toEqual(names.toSorted());
  });

  it('show a few of many faults', async () => {
    const lines = await booksAfter(
      "insert into users (username, email, region, points, referral_code, created_at) select n::text, n::text, 'kenya', 5, n::text, now() from generate_series(1, 100) n",
    );
    expect(lines.at(-1)?.broken).toHaveLength(20);
  });
});
