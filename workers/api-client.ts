import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import { LOCKS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from '../local/database.ts';
import { forgetUser } from '../local/forget-user.ts';
import type { AnswerRow } from '../local/rows.ts';
import { readSessionId, type SessionId, writeInSession } from '../local/session.ts';
import { timeoutSignal } from '../local/timeout-signal.ts';
import type { WorkerDeps } from './deps.ts';
import { failed, failureFromAnswer, type FailureWords, strangeAnswer } from './failure.ts';
import type { OnProgress } from './upload.ts';

const keyOf = (url: string): string => `GET ${url.replace(/_t=\d+/, '')}`;

const readCachedAnswer = (db: GoodiesDatabase, url: string): Promise<AnswerRow | undefined> =>
  // If the database fails, the server sends the whole answer.
  db.answers.get(keyOf(url)).catch(() => undefined);

async function cacheAnswer(
  { db, now }: Pick<WorkerDeps, 'db' | 'now'>,
  session: SessionId,
  url: string,
  { headers }: Response,
  answer: object,
): Promise<void> {
  const tag = headers.get('etag');
  if (!tag || headers.get('cache-control') !== 'no-store') return;
  const row: AnswerRow = { key: keyOf(url), answer, tag, fetchedAt: now() };
  // If the device is full, the server sends the whole answer next time.
  await writeInSession(db, session, [db.answers], () => db.answers.put(row)).catch(() => undefined);
}

export interface Identity {
  readonly token: string;
  readonly deviceId: string;
}

export interface ApiRequest extends FailureWords {
  /** Otherwise `POST` with a body or form, else `GET`. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`, unless it begins with `/api/`. */
  readonly path: string;
  readonly query?: string;
  readonly body?: object;
  readonly form?: FormData;
  readonly onProgress?: OnProgress | undefined;
  /**
   * Without it the user must be signed in. 'optional': sends the token if there is one, and repeats
   * without it if it has expired.
   */
  readonly auth?: 'none' | 'optional';
  readonly identity?: Identity;
  readonly timeoutMs?: number;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fileType?: string;
  readonly withoutToken?: ErrorCode;
}

type Deps = Pick<
  WorkerDeps,
  'db' | 'keys' | 'fetch' | 'upload' | 'locks' | 'caches' | 'connectivity' | 'now' | 'notify'
> & {
  readonly onResponse: (response: Response) => void;
};

interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

const isAnswerBody = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && 'success' in body;

const urlOf = ({ path, query }: ApiRequest): string =>
  `${path.startsWith('/api/') ? '' : '/api/v1'}${path}${query ? `?${query}` : ''}`;

const methodOf = ({ method, body, form }: ApiRequest) => method ?? (body || form ? 'POST' : 'GET');

/** The export is excluded, because it is a file and not an API answer to display. */
const isCached = (request: ApiRequest): boolean =>
  methodOf(request) === 'GET' &&
  request.auth !== 'none' &&
  !request.fileType &&
  request.path !== '/user/export';

const isOfDevice = (request: ApiRequest): boolean =>
  !isCached(request) || !!request.query?.includes('referral_code');

async function headersOf(
  { keys }: Deps,
  request: ApiRequest,
  token: string | undefined,
): Promise<Record<string, string>> {
  const isForDevice = isOfDevice(request);
  const proof = isForDevice && (await keys.readDeviceToken());
  return {
    accept: request.fileType ?? 'application/json',
    ...(isForDevice && {
      'x-device-id': request.identity?.deviceId ?? (await keys.deviceId()),
    }),
    ...(proof && { 'x-device-token': proof }),
    ...(request.body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(request.idempotencyKey && { 'idempotency-key': request.idempotencyKey }),
    ...request.headers,
  };
}

async function transmit(
  deps: Deps,
  request: ApiRequest,
  token: string | undefined,
  knownTag: string | undefined,
): Promise<Response> {
  const url = urlOf(request);
  const headers = {
    ...(await headersOf(deps, request, token)),
    ...(knownTag && { 'if-none-match': knownTag }),
  };
  const timeoutMs = request.timeoutMs ?? REQUEST_TIMEOUT_MS;
  if (request.form) {
    const { form, onProgress } = request;
    return deps.upload({ url, headers, form, timeoutMs, onProgress });
  }
  return deps.fetch(url, {
    method: methodOf(request),
    headers,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: timeoutSignal(timeoutMs),
    ...(request.body && { body: JSON.stringify(request.body) }),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function exchange(
  deps: Deps,
  request: ApiRequest,
  { session, token }: { readonly session: SessionId; readonly token?: string | undefined },
): Promise<Result<Answer>> {
  try {
    const url = urlOf(request);
    const cached = isCached(request) ? await readCachedAnswer(deps.db, url) : undefined;
    const response = await transmit(deps, request, token, cached?.tag);
    deps.onResponse(response);
    if (response.status === 304 && isAnswerBody(cached?.answer))
      return ok({ status: 200, isOk: true, body: cached.answer });
    // A login portal also answers, but with another content type.
    const { fileType } = request;
    if (fileType && response.ok && response.headers.get('content-type')?.startsWith(fileType)) {
      const file = await response.blob();
      return ok({ status: response.status, isOk: true, body: { success: true, file } });
    }
    const text = await response.text();
    const body = parseJson(text);
    if (isAnswerBody(body)) {
      if (isCached(request)) await cacheAnswer(deps, session, url, response, body);
      return ok({ status: response.status, isOk: response.ok, body });
    }
    deps.notify({ news: 'strange' });
    return fail(strangeAnswer(response, text, request));
  } catch (error) {
    const isTimeout = /^(?:Abort|Timeout)Error$/.test((error as Error).name);
    if (isTimeout) return failed('timeout');
    return failed(deps.connectivity.isOnline() ? 'network' : 'offline');
  }
}

/** Runs once for parallel refusals, because a second run could not tell whose commands to store. */
const expireSession = (deps: Deps, token: string): Promise<void> =>
  deps.locks.request(LOCKS.session, async () => {
    if ((await deps.keys.readToken()) !== token) return;
    await forgetUser(deps, 'expired');
    deps.notify({ news: 'expired' });
  });

function toResult<T>(answer: Result<Answer>, words: FailureWords): Result<T> {
  if (!answer.ok) return answer;
  const { status, isOk, body } = answer.value;
  if (isOk && body['success'] === true) return ok(body as T);
  return fail(failureFromAnswer(status, body, words));
}

export function createApiClient(deps: Deps) {
  return {
    /** `T` is the contract's answer type; a 401 to the stored token signs this device out. */
    async call<T>(request: ApiRequest): Promise<Result<T>> {
      const { auth } = request;
      const session = await readSessionId(deps.db).catch(() => undefined);
      const token =
        auth === 'none' ? undefined : (request.identity?.token ?? (await deps.keys.readToken()));
      if (!auth && !token) return failed(request.withoutToken ?? 'unauthenticated');

      const answer = await exchange(deps, request, { session, token });
      const isExpired = token && answer.ok && answer.value.status === 401;
      if (!isExpired) return toResult<T>(answer, request);

      await expireSession(deps, token);
      if (auth === 'optional')
        return toResult<T>(await exchange(deps, request, { session: undefined }), request);
      const { body } = answer.value;
      return fail({ ...failureFromAnswer(401, body, request), code: 'unauthenticated' });
    },
  };
}
