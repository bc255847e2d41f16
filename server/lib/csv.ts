/** This byte order mark makes Excel read the file as UTF-8. */
export const CSV_START = '\u{feff}';
const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/** Spreadsheets treat a cell that begins with this invisible character as text. */
const TEXT_MARK = '\u{200b}';
const PLAIN_TEXT = /^(?!true$|false$|\p{L}{3,9}\.?[ /-]?\d{1,4}(?:[ ,/-]+\d{1,4})?$)\p{L}/iu;

export type Cell = string | { readonly plain: string };

/** Texts that a spreadsheet would read as a formula, number or date begin with `TEXT_MARK`. */
export const csvRow = (cells: readonly Cell[]): string =>
  cells.map((cell) => quote(typeof cell === 'string' ? asText(cell) : cell.plain)).join(',') +
  LINE_END;

const asText = (text: string): string =>
  text === '' || PLAIN_TEXT.test(text) ? text : TEXT_MARK + text;

const quote = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
