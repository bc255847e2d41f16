import fc from 'fast-check';

import type { Schema } from '../operations.ts';
import { known } from './known.ts';

/** Values that people and apps send, by field: what a schema leaves open and the server still refuses most of. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  amount: [500, 1_000, 1_250.5, 100],
  min_amount: [0, 500],
  max_amount: [1_000, 1e9],
  split_amount: [100, 250],
  processor: ['paystack', 'flutterwave', 'mpesa', 'wallet'],
  method: ['paystack', 'flutterwave', 'mpesa'],
  provider: ['mtn', 'vod'],
  phone: ['0551234987', '+254712340000', '0712349999'],
  account_number: ['0123456789', '0123450000', '0123459999', '0123450404'],
  status: ['success', 'failed', 'active', 'completed'],
  start_date: ['2026-01-01'],
  end_date: ['2026-12-31'],
  time_zone: ['Africa/Lagos', 'Asia/Shanghai'],
  page: [1, 2],
  per_page: [1, 20, 100],
  referral_code: ['ABCDEF'],
  region: ['nigeria', 'ghana', 'kenya', 'usa'],
};

/** The texts that break parsers, databases, pages and spreadsheets. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u0007',
  '\u202e1',
  '\ufeff1',
  '👩‍👩‍👧‍👦',
  '０１２３４５６７８９０１２',
  "'; drop table users;--",
  "' or '1'='1",
  '../../etc/passwd',
  '=1+1',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  'a\r\nset-cookie: a=b',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data',
  '2026-02-30T25:61:00Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9'.repeat(13),
  '9'.repeat(27),
  '-1',
  '1e999',
  '0x10',
  'NaN',
  'null',
  'x'.repeat(20_000),
];
const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.001,
  10.005,
  1e-7,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  4_294_967_296,
];

const deeply = (depth: number, inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

export const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** What no field asks for. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.constant(deeply(2_000, 1)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 500 }, () => 'x')) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** A value that fits a schema, at its bounds more often than chance has it, or a known one of that name. */
export function valueOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, name)));
  const fitting = fittingOf(schema, name);
  const usual = USUAL[name];
  return fc.oneof(
    { weight: 2, arbitrary: fitting },
    ...(usual ? [{ weight: 6, arbitrary: fc.constantFrom(...usual) }] : []),
    ...(schema.type === 'string' || schema.type === 'integer'
      ? [{ weight: 6, arbitrary: known(name, usual ? fc.constantFrom(...usual) : fitting) }]
      : []),
  );
}

function fittingOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { type, minimum, maximum, items = {}, minItems = 0, maxItems = 5 } = schema;
  if (type === 'string') return textOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array')
    return fc.array(valueOf(items, name), {
      minLength: minItems,
      maxLength: Math.min(maxItems, Math.max(5, minItems)),
    });
  if (type === 'object') return objectOf(schema);
  const [min, max] = [minimum ?? 0, maximum ?? 2 ** 31 - 1];
  if (type === 'integer')
    return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max: Math.min(max, min + 20) }));
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 100),
  );
}

/** By pattern: making one takes the processor 50 ms, and the same few patterns stand in all schemas. */
const matching = new Map<string, fc.Arbitrary<string>>();

function matchingOf(pattern: string): fc.Arbitrary<string> {
  const made = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, made);
  return made;
}

function textOf({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined && !pattern.startsWith('^[^')) return matchingOf(pattern);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) }),
    fc.constantFrom('x'.repeat(minLength), 'x'.repeat(maxLength), 'é'.repeat(maxLength)),
  );
}

/** An object with all that is required and some of what is not. */
export const objectOf = ({
  properties = {},
  required = [],
}: Schema): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, name)]),
    ),
    { requiredKeys: [...required], noNullPrototype: true },
  ) as fc.Arbitrary<Record<string, unknown>>;
