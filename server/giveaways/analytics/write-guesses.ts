import { GUESSES_CHUNK_ROWS } from '../../../contract/constants.ts';
import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import type { Deps } from '../../deps.ts';
import { CSV_START, csvRow } from '../../lib/csv.ts';
import { openCode } from '../../vouchers/voucher-secrets.ts';
import { areGuessesJudged, findForAnalytics } from './own-analytics.ts';
import { showGuess } from '../guess/show-guess.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { readGuesses } from './read-guesses.ts';

type GuessesDeps = Pick<Deps, 'db' | 'secrets'>;
type Chunk = Awaited<ReturnType<typeof readGuesses>>;

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
  ref: string,
  userId: number,
): Promise<GuessesFile> {
  const { voucher } = await findForAnalytics(deps.db, ref, userId);
  // Read before anything is sent, so that a database that is away is still answered as a failure.
  const first = await readGuesses(deps.db, voucher.id, timezoneOf(voucher));
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
    chunk = await readGuesses(deps.db, voucher.id, timezoneOf(voucher), last.number);
  }
}

const timezoneOf = ({ region }: Voucher): string => REGIONS[normaliseRegion(region)].timezone;

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
