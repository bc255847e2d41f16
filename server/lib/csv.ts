/** Makes Excel read the file as UTF-8. */
export const CSV_START = '\u{feff}';
const LINE_END = '\r\n';
/** A spreadsheet runs a text that starts like this as a formula. */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell: texts, which may be a user's, or numbers and dates of our own making. */
export type Cell = string | { readonly plain: string };

/** A row of RFC 4180. Texts that a spreadsheet would run are shown with an apostrophe before them. */
export const csvRow = (cells: readonly Cell[]): string =>
  cells.map((cell) => quote(typeof cell === 'string' ? disarm(cell) : cell.plain)).join(',') +
  LINE_END;

const disarm = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

const quote = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
