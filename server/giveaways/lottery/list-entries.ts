import { and, desc, eq, inArray } from 'drizzle-orm';

import { GUESS_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../contract/constants.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { decryptCode } from '../../vouchers/voucher-secrets.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { showGuess } from '../guess/list-own-guesses.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { GuessesAnswer, GuessesQuery, type LotteryGuess } from '../../../contract/analytics.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import { routesOf, taggedRoutes } from '../../http/route-options.ts';

type EntriesDeps = Pick<Deps, 'db' | 'config' | 'secrets'>;

/** Codes are complete once the lottery is drawn. @throws AppError `voucher_removed`, `lottery_only` */
async function listEntries(
  deps: EntriesDeps,
  ref: string,
  callerId: number | undefined,
  { page = 1, per_page: asked = GUESS_PAGE_SIZE }: GuessesQuery,
): Promise<GuessesAnswer> {
  const perPage = Math.min(asked, MAX_PAGE_SIZE);
  const { voucher } = await findVoucher(deps.db, ref, callerId);
  if (voucher.purpose !== 'giveaway' || voucher.revealMethod !== 'lottery')
    throw new AppError('lottery_only');
  const total = voucher.guessCount;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const urlOf = (to: number): string =>
    `${deps.config.publicOrigin}/api/v1/vouchers/${voucher.ulid}/guesses?page=${to}&per_page=${perPage}`;
  return {
    success: true,
    guesses: await readPage(deps, voucher, (page - 1) * perPage, perPage),
    pagination: {
      current_page: page,
      last_page: lastPage,
      per_page: perPage,
      total,
      has_more_pages: page < lastPage,
      next_page_url: page < lastPage ? urlOf(page + 1) : null,
      prev_page_url: page > 1 ? urlOf(Math.min(page - 1, lastPage)) : null,
    },
    total_guesses: total,
  };
}

async function readPage(
  { db, secrets }: EntriesDeps,
  { id, ulid, maskedCode }: Voucher,
  skipped: number,
  size: number,
): Promise<LotteryGuess[]> {
  const rows = await db
    .select({
      id: guesses.id,
      number: guesses.number,
      user_id: guesses.userId,
      username: users.username,
      avatar: users.avatar,
      encrypted: guesses.guessEncrypted,
      createdAt: guesses.createdAt,
    })
    .from(guesses)
    .innerJoin(users, eq(users.id, guesses.userId))
    .where(
      and(
        eq(guesses.voucherId, id),
        inArray(
          guesses.number,
          db
            .select({ number: guesses.number })
            .from(guesses)
            .where(eq(guesses.voucherId, id))
            .orderBy(desc(guesses.number))
            .limit(size)
            .offset(skipped),
        ),
      ),
    )
    .orderBy(desc(guesses.number));
  return rows.map(({ encrypted, createdAt, ...entry }) => ({
    ...entry,
    guess_code: showGuess(decryptCode(secrets, ulid, encrypted), maskedCode),
    created_at: createdAt.toISOString(),
  }));
}

const route = taggedRoutes('Vouchers');

export const entriesRoutes = routesOf(async (app, deps) => {
  app.get(
    '/vouchers/:id/guesses',
    route('optional', 'The entries of a lottery, newest first', GuessesAnswer, {
      description: 'Hidden digits of their codes are hidden until the draw.',
      params: VoucherParams,
      querystring: GuessesQuery,
    }),
    (request) => listEntries(deps, request.params.id, request.caller?.userId, request.query),
  );
});
