export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Handler = (request: SentRequest) => Response | Promise<Response>;

const isText = (body: unknown): body is string => typeof body === 'string';

export const json = (status: number, body: object = { success: status < 400 }): Response =>
  Response.json(body, { status });

/** An answer from a proxy or a login portal, not from our server. */
export const portal = (status: number): Response =>
  new Response('<html>Please log in to the network</html>', { status });

/** Records each request and answers with `handler`. */
export function fakeServer(handler: Handler) {
  const requests: SentRequest[] = [];
  let answer = handler;
  return {
    requests,
    answerBy: (next: Handler) => {
      answer = next;
    },
    fetch: async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
      const request: SentRequest = {
        method: init.method ?? 'GET',
        path: input instanceof Request ? input.url : String(input),
        headers: new Headers(init.headers),
        body: isText(init.body) ? (JSON.parse(init.body) as unknown) : init.body,
      };
      requests.push(request);
      return answer(request);
    },
  };
}

type Entries = Map<string, Response>;

const hrefOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? request.url : String(request);

function memoryCache(entries: Entries) {
  return {
    match: async (request: RequestInfo | URL) => entries.get(hrefOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) =>
      void entries.set(hrefOf(request), response),
    delete: async (request: RequestInfo | URL) => entries.delete(hrefOf(request)),
    keys: async () => [...entries.keys()].map((href) => new Request(href)),
  };
}

export function memoryCaches(): Pick<CacheStorage, 'open' | 'delete' | 'keys'> & {
  readonly contents: Map<string, Entries>;
} {
  const contents = new Map<string, Entries>();
  return {
    contents,
    open: async (name) => {
      const entries = contents.get(name) ?? new Map<string, Response>();
      contents.set(name, entries);
      // Only the methods that the app uses exist.
      return memoryCache(entries) as unknown as Cache;
    },
    delete: async (name) => contents.delete(name),
    keys: async () => [...contents.keys()],
  };
}

type Work = (lock: Lock | null) => unknown;

/** One holder per name; other requests wait until their signal aborts. */
export function memoryLocks(): Pick<LockManager, 'request'> {
  const tails = new Map<string, Promise<unknown>>();

  async function request(
    name: string,
    optionsOrWork: LockOptions | Work,
    maybeWork?: Work,
  ): Promise<unknown> {
    const work = typeof optionsOrWork === 'function' ? optionsOrWork : maybeWork;
    const signal = typeof optionsOrWork === 'function' ? undefined : optionsOrWork.signal;
    const before = tails.get(name) ?? Promise.resolve();
    let isHeld = false;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        if (!isHeld) reject(new DOMException('aborted', 'AbortError'));
      });
    });
    const turn = before.then(() => {
      if (signal?.aborted) return undefined;
      isHeld = true;
      return work?.({ name, mode: 'exclusive' });
    });
    tails.set(
      name,
      turn.catch(() => undefined),
    );
    return signal ? Promise.race([turn, aborted]) : turn;
  }
  return { request };
}
