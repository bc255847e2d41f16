import { describe, expect, it } from 'vitest';

import { csvRow } from './csv.ts';

const ZERO_WIDTH_SPACE = '\u{200b}';

/** The text of a row of one cell, as a program reads it. */
const cellOf = (text: string): string =>
  csvRow([text])
    .slice(0, -2)
    .replace(/^"(.*)"$/su, (_, quoted: string) => quoted.replaceAll('""', '"'));

describe('a row of CSV', () => {
  it('quotes what would end a cell', () => {
    expect(csvRow(['a,b', 'say "so"', 'two\nlines', 'plain'])).toBe(
      '"a,b","say ""so""","two\nlines",plain\r\n',
    );
  });

  it.each([
    '=HYPERLINK("http://evil.test";"prize")',
    '+234',
    '-1+2',
    '@SUM(A1)',
    "@ada's giveaway",
    '\t=1',
    '\r=1',
    '  =1',
    '＝1',
    "'=1",
    '|calc',
    '007',
    '1e5',
    '1_000',
    '1-2',
    '5 may',
    'sept1',
    'May-5',
    'Dec 12 2026',
    'mars 1',
    'TRUE',
    '٠٠٧',
  ])('has %j as a text, with nothing to see before it', (text) => {
    expect(cellOf(text)).toBe(ZERO_WIDTH_SPACE + text);
  });

  it.each([
    '',
    'ada',
    'Ọlá',
    'Wallet top-up with Paystack',
    'truename',
    'Withdrawal to Guaranty Trust Bank ••9999',
    'tx-01KBQ3M5P2',
    'e1',
  ])('has %j as it is', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it('leaves our own numbers alone', () => {
    expect(csvRow([{ plain: '-1100.50' }, { plain: '' }])).toBe('-1100.50,\r\n');
  });
});
