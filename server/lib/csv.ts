/** Makes Excel read the file as UTF-8. */
export const CSV_START = '\u{feff}';
const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/** No spreadsheet shows this character (ZERO WIDTH SPACE), and a cell that begins with it is a text to all of them. */
const TEXT_MARK = '\u{200b}';
/** No formula, number, date or truth value: words, but not 'May-5', 'sept1' or 'true', whatever the language. */
const PLAIN_TEXT = /^(?!true$|false$|\p{L}{3,9}\.?[ /-]?\d{1,4}(?:[ ,/-]+\d{1,4})?$)\p{L}/iu;

/** A cell: texts, which may be a user's, or numbers and dates of our own making. */
export type Cell = string | { readonly plain: string };

/**
 * A row of RFC 4180. Texts stay texts: those that a spreadsheet would run as a formula or read as a number or a date
 * ('=1+1', '@ada', '007', '1e5') begin with an invisible character.
 */
export const csvRow = (cells: readonly Cell[]): string =>
  cells.map((cell) => quote(typeof cell === 'string' ? asText(cell) : cell.plain)).join(',') +
  LINE_END;

const asText = (text: string): string =>
  text === '' || PLAIN_TEXT.test(text) ? text : TEXT_MARK + text;

const quote = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
