import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readEmail } from './email-address.ts';

describe('an e-mail address', () => {
  it.each([
    '<a@x.test>',
    'a@x.test>',
    'A@X.TEST',
    ' a@x.test. ',
    'a@x.test,',
    'a@x.test;',
    'mailto:a@x.test',
    'mailto:a@x.test?subject=Hi',
    'Ada Obi <a@x.test>',
    '"Obi, Ada" <a@x.test>;',
    "'a@x.test'",
    '@a@x.test',
    'a@x.test\u00AD',
    'a\u200B@x.test',
    'a@x\u200D.test',
    '\uFEFFa@x.test\u2060',
    '\u202Aa@x.test\u202C',
    'a＠ｘ．ｔｅｓｔ',
    'a@x。test',
  ])('is read from %j', (typed) => {
    expect(readEmail(typed)).toBe('a@x.test');
  });

  it.each([
    "o'neil+goodies@mail.co.ke",
    'a_b-c.d@my-mail.ng',
    'ada@bücher.test',
    'अदा@मेल.भारत',
    'ada@xn--bcher-kva.test',
    `${'a'.repeat(246)}@mail.ng`,
  ])('%s stays as it is', (typed) => {
    expect(readEmail(typed)).toBe(typed);
  });

  it.each([
    '',
    'ada',
    'ada@mail',
    '@mail.ng',
    'a da@mail.ng',
    'ada@mail..ng',
    'ada@mail.ng, obi@mail.ng',
    'ada@mail.ng/x',
    'ada@mail.ng:25',
    'ada@10.0.0.1',
    'ada@@mail.ng',
    '"a b"@mail.ng',
    `${'a'.repeat(250)}@mail.ng`,
  ])('%j is none', (typed) => {
    expect(readEmail(typed)).toBeUndefined();
  });

  it('is written in one way, however often it is read and whatever invisible stands in it', () => {
    const invisible = fc.constantFrom('\u00AD', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF');
    const local = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const typed = fc.record({ local, mark: invisible, at: fc.nat(20) });
    fc.assert(
      fc.property(typed, ({ local: name, mark, at }) => {
        const address = `${name}@Mail.test`;
        const email = readEmail(address);
        if (email === undefined) return;
        expect(readEmail(email)).toBe(email);
        const place = Math.min(at, email.length);
        expect(readEmail(`mailto:${email.slice(0, place)}${mark}${email.slice(place)},`)).toBe(
          email,
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
