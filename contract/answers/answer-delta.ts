/**
 * How a list travels to a client that has an earlier state of it: a row that they have comes as its place there. What
 * they have is told by content, not by time, so nothing that is committed late, changed or gone can be missed.
 */

/** Where the rows of an answer stand, e.g. `data.data`; one object instead of a list counts as a list of one. */
export type RowsPath = string;

/** What a request names that can put rows together again (RFC 3229: `A-IM`), and its answer (`IM`). */
export const DELTA_OF_ROWS = 'rows';

/** The status of an answer that is a difference (RFC 3229). */
export const IM_USED = 226;

type Fields = Readonly<Record<string, unknown>>;

/** The place, in the state before, of a row that has not changed; with `=` as that place, what of it has. */
type RowDelta = number | (Fields & { readonly '=': number });

/** The body of such an answer. */
export interface AnswerDelta {
  readonly success: true;
  readonly rows: RowsPath;
  /** The whole answer, with places instead of the rows that stand there already. */
  readonly answer: Fields;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** @returns the rows that stand at the path */
export function rowsAt(answer: unknown, path: RowsPath): readonly unknown[] {
  let found = answer;
  for (const name of path.split('.')) found = isFields(found) ? found[name] : undefined;
  return listOf(found);
}

/** The same answer with each row made another; what was one object stays one. */
export function withRows(
  answer: unknown,
  path: RowsPath,
  change: (row: unknown, place: number) => unknown,
): Fields {
  const replace = (value: unknown, [name, ...deeper]: readonly string[]): unknown => {
    if (name === undefined) return Array.isArray(value) ? value.map(change) : change(value, 0);
    return isFields(value) ? { ...value, [name]: replace(value[name], deeper) } : value;
  };
  return replace(answer, path.split('.')) as Fields;
}

/**
 * Puts an answer together again.
 * @param before the state that the request named
 * @returns what the whole answer would have been
 */
export function applyDelta(before: unknown, { rows, answer }: AnswerDelta): Fields {
  const had = rowsAt(before, rows);
  return withRows(answer, rows, (row) => {
    const known = row as RowDelta;
    if (typeof known === 'number') return had[known];
    if (!isFields(known) || !('=' in known)) return row;
    const { '=': place, ...changed } = known;
    return { ...(had[place] as Fields), ...changed };
  });
}
