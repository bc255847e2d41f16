import { sql } from 'drizzle-orm';

import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';
import { REWARDS_PAGE_SIZE } from '../../../contract/constants.ts';
import type { OwnGuess } from '../../../contract/rewards/rewards.ts';
import { isoOf, queryRows } from '../../db/query-rows.ts';
import type { Deps } from '../../deps.ts';
import { pageOf } from '../../lib/pages.ts';
import { presentBrief, type BriefRow } from '../../vouchers/present-voucher.ts';
import { decryptCode } from '../../vouchers/voucher-secrets.ts';

/** Hidden digits of the voucher stay hidden, because a guess may be correct. */
export const showGuess = (guess: string, maskedCode: string): string =>
  [...guess].map((digit, at) => (maskedCode.charAt(at) === HIDDEN ? HIDDEN : digit)).join('');

interface Row extends BriefRow, Omit<OwnGuess, 'voucher' | 'code' | 'result'> {
  readonly encrypted: Uint8Array;
  readonly is_correct: boolean;
}

export async function listOwnGuesses(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  userId: number,
  { cursor, size = REWARDS_PAGE_SIZE }: { readonly cursor?: number; readonly size?: number } = {},
): Promise<{ readonly data: OwnGuess[]; readonly nextCursor: number | null }> {
  const rows = await queryRows<Row>(db)`
    select mine.id::float8 as id, mine.number::float8 as guess_number, mine.guess_encrypted as encrypted, mine.is_correct,
      ${isoOf(sql`mine.created_at`)} as created_at, vouchers.ulid, vouchers.amount::text as amount, vouchers.currency,
      vouchers.status, vouchers.reveal_method = 'lottery' as is_lottery
    from (
      select * from guesses where user_id = ${userId} and id < ${cursor ?? Number.MAX_SAFE_INTEGER}::bigint
      order by id desc limit ${size + 1}
    ) mine
    join vouchers on vouchers.id = mine.voucher_id
    order by mine.id desc`;
  const { shown, nextCursor } = pageOf(rows, size);
  return {
    data: shown.map(({ encrypted, is_correct, ...row }) => ({
      ...row,
      voucher: presentBrief(row),
      code: decryptCode(secrets, row.ulid, Buffer.from(encrypted)),
      result: resultOf(row, is_correct),
    })),
    nextCursor,
  };
}

/** No user may learn before the draw whether an entry is correct. */
function resultOf(
  { is_lottery: isLottery, status }: Pick<Row, 'is_lottery' | 'status'>,
  isCorrect: boolean,
): OwnGuess['result'] {
  if (!isLottery) return isCorrect ? 'won' : 'wrong';
  if (status !== 'completed') return 'entered';
  return isCorrect ? 'won' : 'lost';
}
