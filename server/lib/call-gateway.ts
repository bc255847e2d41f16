import { SECOND_MS } from '../../contract/durations.ts';
import { codeOfFault } from '../db/transaction.ts';

/** It is shorter than the app waits for us. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARS = 1_000_000;
const MAX_WORDS_CHARS = 160;

export type Json = Readonly<Record<string, unknown>>;

export interface GatewayRequest {
  readonly gateway: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly mayBeList?: boolean;
  readonly timeoutMs?: number | undefined;
  /** A longer answer counts as unreadable. */
  readonly maxAnswerChars?: number | undefined;
  /** How it travels; `fetch` unless said. */
  readonly carry?: Carry;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
}

export interface Carried {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** @throws an error named `TimeoutError` where no answer came in time */
export type Carry = (request: OutgoingRequest) => Promise<Carried>;

/** `refused`: the gateway did nothing; otherwise the result is unknown. The message has no secrets. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly refused: boolean;
  readonly status: number;
  readonly answer: Json;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: GatewayFacts = {}) {
    super(message);
    this.refused = facts.refused ?? false;
    this.status = facts.status ?? 0;
    this.answer = facts.answer ?? {};
    this.retryAfterMs = facts.retryAfterMs;
  }
}

type GatewayFacts = Partial<Pick<GatewayError, 'refused' | 'status' | 'answer' | 'retryAfterMs'>>;

/**
 * Without a body or form it is a GET. It never repeats a request, because only the caller knows if that is safe.
 * @throws GatewayError
 */
export async function callGateway(request: GatewayRequest): Promise<Json> {
  const { gateway, url, headers, body, form, timeoutMs = TIMEOUT_MS, carry = byFetch } = request;
  let carried: Carried;
  try {
    carried = await carry({
      url,
      method: body || form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
        ...headers,
      },
      body: form ? new URLSearchParams(form).toString() : body && JSON.stringify(body),
      timeoutMs,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new GatewayError(`${gateway} did not answer in time`);
    throw new GatewayError(
      `${gateway} did not answer at all: ${codeOfFault(error) ?? 'broken off'}`,
    );
  }
  const { status, text, retryAfter } = carried;
  const answer = parseObject(text, request);
  if (status >= 200 && status < 300 && answer) return answer;
  const words = answer ? wordsOf(answer) : 'with something unreadable';
  throw new GatewayError(`${gateway} answered ${status} ${words}`.trim(), {
    refused: status >= 400 && status < 500 && status !== 408,
    status,
    retryAfterMs: secondsIn(retryAfter),
    ...(answer ? { answer } : {}),
  });
}

const byFetch: Carry = async ({ url, method, headers, body, timeoutMs }) => {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    // A redirect would send the secret key to another address.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
};

const secondsIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) * SECOND_MS : undefined;

function parseObject(
  text: string,
  { mayBeList = false, maxAnswerChars = MAX_ANSWER_CHARS }: GatewayRequest,
): Json | undefined {
  if (text.length > maxAnswerChars) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return mayBeList && Array.isArray(parsed) ? { content: parsed } : asObject(parsed);
  } catch {
    return undefined;
  }
}

export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined;

/** A number that JSON has rounded is not a valid id. */
export function asName(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

function wordsOf({ code, errorCode, type, message, errorMessage }: Json): string {
  return (
    [code, errorCode, type, message, errorMessage]
      .filter((word) => typeof word === 'string')
      .join(' ')
      .replaceAll(/[^\s@<>"'(),]+@[^\s@<>"'(),]+/g, '[address]')
      .replaceAll(/\b(?:sk|FLWSECK)[\w-]{8,}/gi, '[key]')
      .replaceAll(/\+?\d{6,}/g, '[number]')
      .slice(0, MAX_WORDS_CHARS)
      // The cut may split a surrogate pair.
      .toWellFormed()
  );
}

export const rowsOf = ({ data }: Json): Json[] =>
  (Array.isArray(data) ? data : []).map(asObject).filter((row) => row !== undefined);

export const dataOf = (answer: Json): Json => asObject(answer['data']) ?? {};

/** @returns undefined for a fault that was expected */
export async function unlessFault<T>(
  answer: Promise<T>,
  isExpected: (error: GatewayError) => boolean,
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GatewayError && isExpected(error)) return undefined;
    throw error;
  }
}

export interface KeyedAccount {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a GET may be answered by a bare list. */
  readonly mayBeList?: boolean;
  readonly timeoutMs?: number | undefined;
  readonly maxAnswerChars?: number | undefined;
}

export type KeyedCall = (path: string, body?: object) => Promise<Json>;

/** `yes` is the value of `status` in a good answer; without it only the HTTP status counts. */
export const createKeyedCall =
  (
    gateway: string,
    { baseUrl, secretKey, headers, mayBeList = false, timeoutMs, maxAnswerChars }: KeyedAccount,
    yes?: string | boolean,
  ): KeyedCall =>
  async (path, body) => {
    const answer = await callGateway({
      gateway,
      url: `${baseUrl}${path}`,
      headers: { ...headers, authorization: `Bearer ${secretKey}` },
      timeoutMs,
      maxAnswerChars,
      ...(body ? { body } : { mayBeList }),
    });
    if (yes !== undefined && answer['status'] !== yes)
      throw new GatewayError(`${gateway} said no`, { refused: true, status: 200, answer });
    return answer;
  };
