import fc from 'fast-check';

import type { Operation, Schema } from '../operations.ts';
import { known, type Known } from './known.ts';
import { objectOf, oddText, oddValue, valueOf } from './draw-value.ts';

/** Who sends a request; `ghost` has a session that is none. */
export const ROLES = ['visitor', 'creator', 'player', 'unverified', 'ghost'] as const;
export type Role = (typeof ROLES)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** A body before it is bytes. */
export type DrawnBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Fields; readonly fault: FormFault }
  | { readonly kind: 'raw'; readonly contentType: string; readonly bytes: Uint8Array };

/** What is wrong with how a form is put together; `none` is as a browser does it. */
const FORM_FAULTS = ['none', 'no end', 'no boundary', 'twice', 'no name', 'no line end'] as const;
type FormFault = (typeof FORM_FAULTS)[number];

/** A request with names in it for what only earlier answers tell. */
export interface DrawnRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly role: Role;
  readonly params: Fields;
  /** Names may come more than once. */
  readonly query: readonly (readonly [string, unknown])[];
  /** Instead of the query, and of what a name in a path is encoded to: as it is. */
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string | Known>>;
  readonly body: DrawnBody;
}

export type Recipes = Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>>;

const role = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Role>('creator') },
  { weight: 5, arbitrary: fc.constant<Role>('player') },
  { weight: 1, arbitrary: fc.constant<Role>('unverified') },
  { weight: 1, arbitrary: fc.constant<Role>('visitor') },
  { weight: 1, arbitrary: fc.constant<Role>('ghost') },
);

/** What HTTP lets through: a header has no more than Latin letters. */
const headerText = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'é', '"', "' or 1=1", '*', 'x'.repeat(9_000), '1,2', '%00'),
  fc.stringMatching(/^[\x20-\x7e]{0,80}$/),
);

const ODD_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'origin',
  'range',
  'user-agent',
  'x-device-id',
  'x-device-token',
  'x-forwarded-for',
  'x-request-id',
];

const headers = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: fc.record({ 'idempotency-key': fc.uuid() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      'idempotency-key': fc.oneof(
        fc.constantFrom('fuzz-key-1', 'fuzz-key-2', 'fuzz-key-3'),
        fc.stringMatching(/^[\w.:-]{8,128}$/),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      'x-device-id': known('device_id'),
      'x-device-token': known('device_token'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.dictionary(fc.constantFrom(...ODD_HEADERS), headerText, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  },
);

const RAW_QUERIES = [
  '%00',
  'a%07b',
  '%zz',
  '%F0%28%8C%28',
  'a=1&a=2',
  'a[b]=1',
  '__proto__=1',
  '&&==&',
  '%',
];

const fieldsOf = (recipe: Recipes[string] | undefined, schema: Schema): fc.Arbitrary<Fields> => {
  const drawn = objectOf(schema);
  return recipe
    ? fc.oneof({ weight: 5, arbitrary: recipe }, { weight: 1, arbitrary: drawn })
    : drawn;
};

/** Fields with one thing wrong: one that is odd, missing, or that nobody asked for. */
const bent = (fields: fc.Arbitrary<Fields>, names: readonly string[]): fc.Arbitrary<Fields> => {
  const name = fc.constantFrom(...names, 'is_admin', '__proto__', 'constructor', 'x'.repeat(300));
  return fc.oneof(
    fc.tuple(fields, name, oddValue).map(([good, which, value]) => withField(good, which, value)),
    fc.tuple(fields, name).map(([good, which]) => {
      const rest = Object.entries(good).filter(([one]) => one !== which);
      return Object.fromEntries(rest);
    }),
  );
};

/** Also for `__proto__`, which is to be a field like any other. */
const withField = (fields: Fields, name: string, value: unknown): Fields =>
  Object.fromEntries([...Object.entries(fields).filter(([one]) => one !== name), [name, value]]);

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'nonsense',
  '',
];
const RAW_BODIES = [
  '',
  'null',
  '[]',
  '"text"',
  '42',
  '{"',
  '{"a":1}garbage',
  'NaN',
  '\u0000',
  '--x--\r\n',
  '{"amount":1e999}',
];

const rawBody: fc.Arbitrary<DrawnBody> = fc.record({
  kind: fc.constant('raw' as const),
  contentType: fc.constantFrom(...CONTENT_TYPES),
  bytes: fc.oneof(
    fc.constantFrom(...RAW_BODIES).map((text) => new TextEncoder().encode(text)),
    fc.constant(new TextEncoder().encode(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)),
    fc.uint8Array({ maxLength: 200 }),
  ),
});

function bodyOf(recipes: Recipes, operation: Operation): fc.Arbitrary<DrawnBody> {
  const nothing = fc.constant<DrawnBody>({ kind: 'none' });
  const { body } = operation;
  if (!body) return operation.method === 'GET' ? nothing : fc.oneof(nothing, nothing, rawBody);
  const fields = fieldsOf(recipes[operation.name], body.schema);
  const faulty = bent(fields, Object.keys(body.schema.properties ?? {}));
  const any = fc.oneof({ weight: 7, arbitrary: fields }, { weight: 3, arbitrary: faulty });
  const fitting: fc.Arbitrary<DrawnBody> =
    body.type === 'json'
      ? any.map((value) => ({ kind: 'json', value }))
      : fc
          .tuple(
            any,
            fc.oneof(
              { weight: 6, arbitrary: fc.constant('none' as const) },
              { weight: 1, arbitrary: fc.constantFrom(...FORM_FAULTS) },
            ),
          )
          .map(([value, fault]) => ({ kind: 'form', fields: value, fault }));
  return fc.oneof(
    { weight: 12, arbitrary: fitting },
    { weight: 1, arbitrary: rawBody },
    { weight: 1, arbitrary: oddValue.map((value): DrawnBody => ({ kind: 'json', value })) },
  );
}

/** `transactions.id` of `/api/v1/transactions/{id}/…`: what a list of that name told. */
const listedAs = (path: string, name: string): string => {
  const [before = ''] = path.split(`/{${name}}`);
  return `${before.split('/').at(-1)}.${name}`;
};

const paramsOf = ({ path, params }: Operation): fc.Arbitrary<Fields> =>
  fc.record(
    Object.fromEntries(
      Object.entries(params).map(([name, schema]) => [
        name,
        fc.oneof(
          { weight: 8, arbitrary: known(listedAs(path, name)) },
          { weight: 1, arbitrary: valueOf(schema, name) },
          { weight: 1, arbitrary: oddText },
        ),
      ]),
    ),
    { noNullPrototype: true },
  );

/** A recipe is of the query where there is no body. */
const queryOf = (
  recipes: Recipes,
  { name, body, query }: Operation,
): fc.Arbitrary<(readonly [string, unknown])[]> => {
  const fields = fieldsOf(body ? undefined : recipes[name], query);
  const names = Object.keys(query.properties ?? {});
  return fc.oneof(
    { weight: 6, arbitrary: fields.map((good) => Object.entries(good)) },
    { weight: 2, arbitrary: bent(fields, names).map((odd) => Object.entries(odd)) },
    {
      weight: 1,
      arbitrary: fields.map((good) => [...Object.entries(good), ...Object.entries(good)]),
    },
  );
};

const requestOf = (recipes: Recipes, operation: Operation): fc.Arbitrary<DrawnRequest> =>
  fc.record({
    operation: fc.constant(operation),
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant(operation.method) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      },
    ),
    role,
    params: paramsOf(operation),
    query: queryOf(recipes, operation),
    rawQuery: fc.oneof(
      { weight: 20, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom(...RAW_QUERIES) },
    ),
    headers,
    body: bodyOf(recipes, operation),
  }) as fc.Arbitrary<DrawnRequest>;

/** Each answers after a quarter of a second at the earliest, so that its time tells nothing. */
const SLOW = /\/(login|register|forgot-password|reset-password|send-verification-code)$/;

/** What everything else needs. */
const FIRST = /^\/api\/v1\/vouchers(\/payment\/wallet)?$/;
/** What only some vouchers are for, so that most tries fail. */
const RARE = /\/(redeem|split|update-2fa|payment\/verify|allowed-users)$/;
/** Refused for their signature, whatever else they hold. */
const SIGNED = /\/webhooks\//;

const weightOf = ({ method, path }: Operation): number => {
  if (SLOW.test(path) || SIGNED.test(path)) return 1;
  if (method === 'POST' && FIRST.test(path)) return 30;
  if (RARE.test(path)) return 12;
  return method === 'GET' ? 3 : 6;
};

/** Any request to any of these operations; what changes something is drawn twice as often as what reads. */
export const anyRequest = (
  operations: readonly Operation[],
  recipes: Recipes,
): fc.Arbitrary<DrawnRequest> =>
  fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestOf(recipes, operation),
    })),
  );
