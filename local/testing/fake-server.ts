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
