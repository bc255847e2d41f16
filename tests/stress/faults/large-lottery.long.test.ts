import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { queryRows } from '../../../server/db/query-rows.ts';
import { ledgerAccounts } from '../../../server/db/schema/ledger.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { encryptCode } from '../../../server/vouchers/voucher-secrets.ts';
import { addCreator, CODE, drawnAt, openGiveaway, setUpScene } from '../scene.ts';

const ENTRIES = 100_000;
/** More than fit into a statement with a parameter for each value: 65,535 / 5. */
const WINNERS = 20_000;
/** It takes ten seconds, or many more on a busy machine. */
const TIMEOUT_MS = 300_000;

/** Everybody who took part may look at the proof at once; its answer does not grow with the winners. */
const READERS = 8;
const READS_EACH = 15;
const ANSWER_MAX_BYTES = 20_000;

const scene = setUpScene();

/** As many people, each with one entry; the first of them right. */
async function fill(voucherId: number, ulid: string): Promise<void> {
  const { database, secrets } = scene.deps;
  const [right, wrong] = [
    encryptCode(secrets, ulid, CODE),
    encryptCode(secrets, ulid, '0000000000000'),
  ];
  const insert = sql`
    with people as (
      insert into users (username, email, region, referral_code, created_at)
      select 'entrant' || n, 'entrant' || n || '@goodies.test', 'nigeria', 'E' || n, now()
      from generate_series(1, ${ENTRIES}::int) n returning id
    )
    insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at)
    select ${voucherId}::int, id, row_number() over (order by id), 'once',
      case when row_number() over (order by id) <= ${WINNERS}::int then ${right}::bytea else ${wrong}::bytea end,
      row_number() over (order by id) <= ${WINNERS}::int, now()
    from people`;
  await database.unhurried((unhurried) => unhurried.execute(insert));
}

it(
  `a lottery of ${ENTRIES} entries is drawn, pays ${WINNERS} winners, and is proved to all of them`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { deps } = scene;
    const creator = await addCreator(deps, 'generous', 1);
    const closes = new Date(deps.clock.now() + 3_600_000);
    const { ulid, id } = await openGiveaway(deps, creator, drawnAt(closes));
    await fill(id, ulid);

    const startedAt = performance.now();
    await drawLottery({ ...deps, clock: { now: () => closes.getTime() } }, id);
    const tookMs = Math.round(performance.now() - startedAt);
    process.stdout.write(`drawn in ${tookMs} ms\n`);

    const [drawn] = await deps.db.select().from(vouchers).where(eq(vouchers.id, id));
    expect(drawn).toMatchObject({ status: 'completed', winnerId: null });
    // ₦10,000 among 20,000: 50 kobo each.
    expect(await deps.db.$count(ledgerAccounts, eq(ledgerAccounts.balance, 50n))).toBe(WINNERS);

    const readFairness = async () => {
      const { statusCode, rawPayload } = await scene.app.inject(
        `/api/v1/vouchers/${ulid}/fairness`,
      );
      return { statusCode, isShort: rawPayload.length < ANSWER_MAX_BYTES };
    };
    const readMany = async () => {
      const answers = [];
      while (answers.length < READS_EACH) answers.push(await readFairness());
      return answers;
    };
    const answers = await Promise.all(Array.from({ length: READERS }, readMany));
    expect(answers.flat()).toEqual(
      Array.from({ length: READERS * READS_EACH }, () => ({ statusCode: 200, isShort: true })),
    );
  },
);

it('no trigger sums a movement once for each of its entries', async () => {
  // tgtype: 1 = for each row, 4 = on insert.
  const triggers = await queryRows<{ tgname: string; isForEachRow: boolean }>(scene.deps.db)`
    select tgname, tgtype & 1 = 1 as "isForEachRow" from pg_trigger
        where tgrelid = 'journal_entries'::regclass and not tgisinternal and tgtype & 4 = 4 order by tgname`;
  expect(triggers).toEqual([
    // Looks at one row for each, by its number.
    { tgname: 'journal_entries_placed', isForEachRow: true },
    { tgname: 'journal_entries_sum_to_zero', isForEachRow: false },
  ]);
});
