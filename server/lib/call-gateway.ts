import { SECOND_MS } from '../../contract/durations.ts';
import { codeOfFault } from '../db/transaction.ts';

/** How long a company may take to answer; shorter than the app waits for us. */
const TIMEOUT_MS = 15_000;
/** No answer that we read is near this long. */
const MAX_ANSWER_CHARS = 1_000_000;
const MAX_WORDS_CHARS = 160;

/** A parsed JSON object of another party's: nothing about it is certain. */
export type Json = Readonly<Record<string, unknown>>;

export interface GatewayRequest {
  /** Who is asked, for error messages. */
  readonly gateway: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as a form, instead. */
  readonly form?: Readonly<Record<string, string>>;
  /** Whether the answer may be a bare list; elsewhere one is nothing that can be read. */
  readonly mayBeList?: boolean;
  readonly timeoutMs?: number | undefined;
}

/**
 * A call that brought no good answer. `refused` = the gateway said no and did nothing; otherwise it is unknown
 * what it did: no answer in time, a broken connection, an error of its own, something that cannot be read.
 * The message holds neither addresses nor keys nor long numbers, so it may be logged.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly refused: boolean;
  /** HTTP status; 0 = no answer. */
  readonly status: number;
  /** What came with the refusal, to tell one from another. */
  readonly answer: Json;
  /** After how long it may be asked again; undefined where it did not say. */
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
 * Sends one request to a company's API. Never repeats it: whether that is safe, only the caller knows.
 * @returns the JSON object of a 2xx answer; a bare list, where one may come, as the `content` of one
 * @throws GatewayError
 */
export async function callGateway(request: GatewayRequest): Promise<Json> {
  const { gateway, method, url, headers, body, form, mayBeList, timeoutMs = TIMEOUT_MS } = request;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // Names its own media type.
      ...(form ? { body: new URLSearchParams(form) } : {}),
      // Following one would carry the key to wherever it points.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new GatewayError(`${gateway} did not answer in time`);
    throw new GatewayError(
      `${gateway} did not answer at all: ${codeOfFault(error) ?? 'broken off'}`,
    );
  }
  const { status } = response;
  const answer = parseObject(text, mayBeList);
  if (response.ok && answer) return answer;
  const words = answer ? wordsOf(answer) : 'with something unreadable';
  throw new GatewayError(`${gateway} answered ${status} ${words}`.trim(), {
    refused: status >= 400 && status < 500 && status !== 408,
    status,
    retryAfterMs: secondsIn(response.headers.get('retry-after')),
    ...(answer ? { answer } : {}),
  });
}

/** The seconds of a header, ms; a date there is not read. */
const secondsIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) * SECOND_MS : undefined;

function parseObject(text: string, mayBeList = false): Json | undefined {
  if (text.length > MAX_ANSWER_CHARS) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return mayBeList && Array.isArray(parsed) ? { content: parsed } : asObject(parsed);
  } catch {
    return undefined;
  }
}

/** The value if it is a JSON object, neither a list nor null. */
export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined;

/** A text, or a whole number as text; undefined for anything else. Numbers that JSON has rounded are no names. */
export function asName(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** What a gateway says of its refusal, without what may be personal or secret. */
function wordsOf({ code, errorCode, type, message, errorMessage }: Json): string {
  return (
    [code, errorCode, type, message, errorMessage]
      .filter((word) => typeof word === 'string')
      .join(' ')
      .replaceAll(/[^\s@<>"'(),]+@[^\s@<>"'(),]+/g, '[address]')
      .replaceAll(/\b(?:sk|FLWSECK)[\w-]{8,}/gi, '[key]')
      .replaceAll(/\+?\d{6,}/g, '[number]')
      .slice(0, MAX_WORDS_CHARS)
      // The cut may halve a character, and so may they.
      .toWellFormed()
  );
}

/** The objects in an answer's list. */
export const rowsOf = ({ data }: Json): Json[] =>
  (Array.isArray(data) ? data : []).map(asObject).filter((row) => row !== undefined);
