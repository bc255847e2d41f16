import { describe, expect, it } from 'vitest';

import { csvRow } from './csv.ts';

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
    '\t=1',
    '\r=1',
    '  =1',
    '＝1',
  ])('shows %j as text', (formula) => {
    const cell = csvRow([formula]);
    expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('leaves our own numbers alone', () => {
    expect(csvRow([{ plain: '-1100.50' }, { plain: '' }])).toBe('-1100.50,\r\n');
  });
});
