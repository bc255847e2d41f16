import { and, desc, eq, lt, sql } from 'drizzle-orm';

import { GUESSES_CHUNK_ROWS } from '../../../contract/constants.ts';
import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Deps } from '../../deps.ts';
import { CSV_START, csvRow } from '../../lib/csv.ts';
import { openCode } from '../../vouchers/voucher-secrets.ts';
import { areGuessesJudged, findForAnalytics } from './own-analytics.ts';
import { showGuess } from '../guess/show-guess.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

type GuessesDeps = Pick<Deps, 'db' | 'secrets'>;
type Chunk = Awaited<ReturnType<typeof readChunk>>;

/** A file of guesses, and the voucher that its name says. */
export interface GuessesFile {
  readonly ulid: string;
  readonly lines: AsyncIterable<string>;
}

/**
 * All guesses on a giveaway as CSV for its creator, newest first, a few hundred at a time. Times are those of
 * the voucher's region. Digits that are hidden are hidden here, too.
 * @throws AppError as `findForAnalytics`
 */
export async function writeGuesses(
  deps: GuessesDeps,
  name: string,
  userId: number,
): Promise<GuessesFile> {
  const { voucher } = await findForAnalytics(deps.db, name, userId);
  // Read before anything is sent, so that a database that is away is still answered as a failure.
  const first = await readChunk(deps, voucher, voucher.guessCount + 1);
  return { ulid: voucher.ulid, lines: writeChunks(deps, voucher, first) };
}

async function* writeChunks(
  deps: GuessesDeps,
  voucher: Voucher,
  first: Chunk,
): AsyncIterable<string> {
  yield CSV_START + csvRow(['No.', `Date (${timezoneOf(voucher)})`, 'User', 'Guess', 'Result']);
  let chunk = first;
  for (;;) {
    yield chunk.map((row) => rowOf(deps, voucher, row)).join('');
    const last = chunk.at(-1);
    if (!last || chunk.length < GUESSES_CHUNK_ROWS) return;
    chunk = await readChunk(deps, voucher, last.number);
  }
}

const timezoneOf = ({ region }: Voucher): string => REGIONS[normaliseRegion(region)].timezone;

const readChunk = ({ db }: GuessesDeps, voucher: Voucher, before: number) =>
  db
    .select({
      number: guesses.number,
      username: users.username,
      sealed: guesses.guessEncrypted,
      isCorrect: guesses.isCorrect,
      localTime: sql<string>`to_char(${guesses.createdAt} at time zone ${timezoneOf(voucher)}, 'YYYY-MM-DD HH24:MI:SS')`,
    })
    .from(guesses)
    .innerJoin(users, eq(users.id, guesses.userId))
    .where(and(eq(guesses.voucherId, voucher.id), lt(guesses.number, before)))
    .orderBy(desc(guesses.number))
    .limit(GUESSES_CHUNK_ROWS);

function rowOf({ secrets }: GuessesDeps, voucher: Voucher, row: Chunk[number]): string {
  const guess = showGuess(openCode(secrets, voucher.ulid, row.sealed), voucher.maskedCode);
  return csvRow([
    { plain: String(row.number) },
    { plain: row.localTime },
    row.username,
    inGroups(guess),
    resultOf(voucher, row.isCorrect),
  ]);
}

/** With spaces between, so that a spreadsheet takes it for a text and keeps its zeros. */
const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$& ');

function resultOf(voucher: Voucher, isCorrect: boolean): string {
  if (!areGuessesJudged(voucher)) return '';
  return isCorrect ? 'Correct' : 'Incorrect';
}
