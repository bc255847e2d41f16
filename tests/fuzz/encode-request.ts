import type { DrawnBody, DrawnRequest } from './draw/draw-request.ts';
import { Known } from './draw/known.ts';

/** A request as it goes over the line. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, ASCII. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Looks up what a known value stands for. */
export type Resolve = (value: Known) => unknown;

const BOUNDARY = 'goodies-fuzz';
/** With `u`, half of a pair alone. */
const SURROGATE = /^\p{Surrogate}$/u;
const FILE_FIELDS = new Set(['ad_cover', 'ad_poster', 'avatar']);

/** Puts a drawn request together, its known values filled in. */
export function encodeRequest(drawn: DrawnRequest, resolve: Resolve): RawRequest {
  const filled = (value: unknown): unknown => fill(value, resolve);
  const path = drawn.operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeText(textOf(filled(drawn.params[name]))),
  );
  const pairs = drawn.query.map(
    ([name, value]) => `${encodeText(name)}=${encodeText(textOf(filled(value)))}`,
  );
  const query = [...pairs, ...(drawn.rawQuery ? [drawn.rawQuery] : [])].join('&');
  const { headers, body } = encodeBody(drawn.body, filled);
  return {
    method: drawn.method,
    url: query ? `${path}?${query}` : path,
    headers: {
      ...headers,
      ...Object.fromEntries(
        Object.entries(drawn.headers).map(([name, value]) => [name, textOf(filled(value))]),
      ),
    },
    body,
  };
}

function fill(value: unknown, resolve: Resolve): unknown {
  if (value instanceof Known) return resolve(value);
  if (Array.isArray(value)) return value.map((one) => fill(one, resolve));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, fill(one, resolve)]),
    );
  return value;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Percent-encoded; half a surrogate pair as the bytes that it would have, which are no UTF-8. */
const encodeText = (text: string): string =>
  [...text].map((char) => (SURROGATE.test(char) ? '%ED%A0%80' : encodeURIComponent(char))).join('');

function encodeBody(
  body: DrawnBody,
  filled: (value: unknown) => unknown,
): { headers: Record<string, string>; body: Buffer | undefined } {
  switch (body.kind) {
    case 'none':
      return { headers: {}, body: undefined };
    case 'json':
      return {
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(filled(body.value)) ?? ''),
      };
    case 'raw':
      return { headers: { 'content-type': body.contentType }, body: Buffer.from(body.bytes) };
    default:
      return encodeForm(body, filled);
  }
}

function encodeForm(
  { fields, fault }: Extract<DrawnBody, { kind: 'form' }>,
  filled: (value: unknown) => unknown,
): { headers: Record<string, string>; body: Buffer } {
  const parts = Object.entries(fields).map(([name, value]) => {
    const content = Buffer.isBuffer(value) ? value : Buffer.from(textOf(filled(value)));
    const shown = fault === 'no name' ? '' : `; name="${name.replaceAll(/["\r\n]/g, '_')}"`;
    const file = FILE_FIELDS.has(name) ? '; filename="../../a.png"' : '';
    const lineEnd = fault === 'no line end' ? '\n' : '\r\n';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data${shown}${file}${lineEnd}\r\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
  });
  const end = fault === 'no end' ? '' : `--${BOUNDARY}--\r\n`;
  const boundary = fault === 'no boundary' ? '' : `; boundary=${BOUNDARY}`;
  return {
    headers: { 'content-type': `multipart/form-data${boundary}` },
    body: Buffer.concat([...parts, ...(fault === 'twice' ? parts : []), Buffer.from(end)]),
  };
}
