import { sql } from 'drizzle-orm';

import { GUESS_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../contract/constants.ts';
import { isoOf, queryRows } from '../../db/query-rows.ts';
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

interface Row extends Omit<LotteryGuess, 'guess_code'> {
  readonly encrypted: Uint8Array;
}

async function readPage(
  { db, secrets }: EntriesDeps,
  { id, ulid, maskedCode }: Voucher,
  skipped: number,
  size: number,
): Promise<LotteryGuess[]> {
  const rows = await queryRows<Row>(db)`
    select entry.id::float8 as id, entry.number::float8 as number, entry.user_id, users.username, users.avatar,
      entry.guess_encrypted as encrypted, ${isoOf(sql`entry.created_at`)} as created_at
    from guesses entry join users on users.id = entry.user_id
    where entry.voucher_id = ${id} and entry.number in (
      select number from guesses where voucher_id = ${id} order by number desc limit ${size} offset ${skipped}
    )
    order by entry.number desc`;
  return rows.map(({ encrypted, ...entry }) => ({
    ...entry,
    guess_code: showGuess(decryptCode(secrets, ulid, Buffer.from(encrypted)), maskedCode),
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
