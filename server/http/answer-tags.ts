import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import {
  DELTA_OF_ROWS,
  IM_USED,
  rowsAt,
  withRows,
  type AnswerDelta,
  type RowsPath,
} from '../../contract/answers/answer-delta.ts';
import type { Secrets } from '../config/secrets.ts';
import { notModified } from './public-cache.ts';

/** The rows of an answer, for those who have some of them. */
interface Rows {
  readonly at: RowsPath;
  /** Fields that change by themselves all the time, as views do: sent alone where nothing else of a row has changed. */
  readonly live?: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rows?: Rows;
  }
}

/** A smaller answer is hardly longer than what it would take to say that it has not changed. */
const TAG_FROM_CHARS = 160;
/** 96 bits of the whole answer. */
const WHOLE_CHARS = 16;
/** 48 bits: of one row and one user's few earlier states of it. */
const ROW_CHARS = 8;

const KNOWN_TAG = /(?:W\/)?"([\w-]{16})((?:[\w-]{8})*)"/;

interface KnownState {
  readonly whole: string;
  /** From the tag of a row to its place. */
  readonly places: ReadonlyMap<string, number>;
}

function readKnown({ headers }: FastifyRequest): KnownState | undefined {
  const [, whole = '', rows = ''] = KNOWN_TAG.exec(headers['if-none-match'] ?? '') ?? [];
  if (whole === '') return undefined;
  const tags = rows.match(/.{8}/g) ?? [];
  return { whole, places: new Map(tags.map((tag, place) => [tag, place])) };
}

/** Private answers alone: what is the same for everybody lives in caches, with a tag of its own. */
const isTagged = (request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  reply.statusCode === 200 &&
  request.route.access !== 'public' &&
  reply.getHeader('cache-control') === 'no-store' &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  typeof payload === 'string' &&
  payload.length >= TAG_FROM_CHARS;

const without = (row: unknown, live: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(row as object).filter(([name]) => !live.includes(name)));
const only = (row: unknown, live: readonly string[]): object =>
  Object.fromEntries(Object.entries(row as object).filter(([name]) => live.includes(name)));

/**
 * Tags what users read by its content, so that who has it hears in a few bytes that it has not changed (304), and
 * who has some rows of a list gets the others alone (226, RFC 3229). The answer is made as ever and compared, so
 * what late transactions, changes and removals did is in it. Keyed: a tag of a code must not betray it.
 */
export function installAnswerTags(app: FastifyInstance, secrets: Secrets): void {
  const tagOf = (text: string, chars: number): string =>
    Buffer.from(secrets.lookupHash(text, 'answer'), 'hex').toString('base64url').slice(0, chars);

  app.addHook('onSend', (request, reply, payload, next) => {
    next(
      null,
      isTagged(request, reply, payload) ? tagged(request, reply, payload as string) : payload,
    );
  });

  function tagged(request: FastifyRequest, reply: FastifyReply, text: string): string | null {
    const { rows } = request.route;
    const known = readKnown(request);
    const whole = tagOf(text, WHOLE_CHARS);
    const takesRows = request.headers['a-im'] === DELTA_OF_ROWS;
    const answer: unknown = rows && takesRows ? JSON.parse(text) : undefined;
    const live = rows?.live ?? [];
    const tags = rowsAt(answer, rows?.at ?? '')
      .filter((row) => row !== undefined)
      .map((row) => tagOf(`${rows?.at} ${JSON.stringify(without(row, live))}`, ROW_CHARS));
    reply.header('etag', `"${whole}${tags.join('')}"`);
    if (known?.whole === whole) return notModified(request, reply, text);
    if (!rows || !known || !tags.some((tag) => known.places.has(tag))) return text;
    reply.code(IM_USED).headers({ im: DELTA_OF_ROWS });
    return JSON.stringify({
      success: true,
      rows: rows.at,
      answer: withRows(answer, rows.at, (row, index) => {
        const place = known.places.get(tags[index] ?? '');
        if (place === undefined) return row;
        return live.length === 0 ? place : { '=': place, ...only(row, live) };
      }),
    } satisfies AnswerDelta);
  }
}
