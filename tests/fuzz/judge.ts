import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';

import { findRefusalFault } from '../fixtures/api/refusal-fault.ts';
import type { Operation, Schema } from './operations.ts';
import type { RawRequest } from './encode-request.ts';
import type { RawAnswer } from './send.ts';

const REQUEST_ID = /^[\da-f-]{36}$/;
/** Every request is answered within 25 s, whatever it waits for. */
const MAX_MS = 30_000;
const SHARED = new Set(
  ['regions', 'exchange-rates', 'vouchers/featured', 'trust', 'prizes', 'receipt-keys'].map(
    (path) => `/api/v1/${path}`,
  ),
);
const COVER = '/covers/{voucher}/{file}';

/** Node's own word for a line that is longer than it reads, told as any other that cannot be read. */
const TOO_LONG = 431;
const MALFORMED = 400;

type Check = (value: unknown) => readonly string[];
const checks = new WeakMap<Schema, Check>();

function checkOf(schema: Schema): Check {
  const existing = checks.get(schema);
  if (existing) return existing;
  const compiled = Compile(schema as TSchema);
  const check: Check = (value) =>
    compiled.Check(value)
      ? []
      : [...compiled.Errors(value)].map(
          ({ instancePath, message }) => `${instancePath} ${message}`,
        );
  checks.set(schema, check);
  return check;
}

/** An answer, and what it answers. */
export interface Exchange {
  readonly operation: Operation;
  readonly request: RawRequest;
  readonly answer: RawAnswer;
  readonly ms: number;
}

/** What is wrong with an answer whatever was asked; undefined when nothing is. */
export function findFault(exchange: Exchange): string | undefined {
  const { answer, ms, request } = exchange;
  const { status, headers } = answer;
  // A machine that is too busy says so, and when to come back.
  const isBusy = status === 503 && headers['retry-after'] !== undefined;
  if (status >= 500 && !isBusy) return 'an answer of 5xx';
  if (ms > MAX_MS) return `an answer after ${Math.round(ms)} ms`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (!String(headers['content-security-policy']).includes("frame-ancestors 'none'"))
    return 'may stand in a frame';
  if (!REQUEST_ID.test(String(headers['x-request-id']))) return 'no request id';
  const isPage = String(headers['content-type']).startsWith('text/html');
  const isEmpty = request.method === 'HEAD' || status === 304 || status === 416;
  const shape =
    isEmpty || isPage || isBusy
      ? undefined
      : status >= 400
        ? findRefusalFault({ status: status === TOO_LONG ? MALFORMED : status, text: answer.text })
        : findSuccessFault(exchange);
  return shape ?? findCacheFault(exchange) ?? findTypeFault(exchange);
}

function findSuccessFault({ operation, request, answer }: Exchange): string | undefined {
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const schema = operation.answers[answer.status];
  // A method that was not meant may be another call at the same address.
  if (request.method !== operation.method || !isJson || !schema) return undefined;
  const [fault] = checkOf(schema)(JSON.parse(answer.text));
  return fault === undefined ? undefined : `not the documented answer: ${fault}`;
}

function findCacheFault({ operation, answer }: Exchange): string | undefined {
  const control = String(answer.headers['cache-control']);
  if (control === 'no-store') return undefined;
  const isOk = answer.status < 400;
  if (isOk && SHARED.has(operation.path) && /^public, max-age=\d+$/.test(control)) return undefined;
  if (isOk && operation.path === COVER && control.startsWith('public')) return undefined;
  return `cache-control: ${control}`;
}

/** A text says which alphabet it is in; a cover is in none. */
function findTypeFault({ operation, answer }: Exchange): string | undefined {
  const type = String(answer.headers['content-type'] ?? '');
  if (answer.text === '') return undefined;
  if (operation.path === COVER && /^(image|video)\/\w+$/.test(type)) return undefined;
  return /^(application\/json|text\/(csv|html|plain)); charset=utf-8/.test(type)
    ? undefined
    : `content-type: ${type}`;
}
