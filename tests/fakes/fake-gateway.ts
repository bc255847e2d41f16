import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

export type Json = Readonly<Record<string, unknown>>;

/** A request as a fake received it. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly body: Json;
}

export interface FakeAnswer {
  readonly status: number;
  /** JSON; a text is sent as it is. */
  readonly body: Json | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What goes wrong with the next call: it is carried out and never answered; its connection breaks before
 * anything happens; it is carried out and answered with something else, or not carried out and refused so.
 */
export type Fault =
  | { readonly kind: 'silent' | 'broken' }
  | { readonly kind: 'answers' | 'refuses'; readonly answer: FakeAnswer };

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

/** A company's API on a port of this machine. What it does is up to `answer`; faults come on top. */
export class FakeGateway {
  readonly calls: FakeCall[] = [];
  /** The connections over HTTP/2 that are open. */
  readonly sessions = new Set<ServerHttp2Session>();
  readonly #server;
  readonly #answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>;
  readonly #faults: { readonly path: RegExp; readonly fault: Fault }[] = [];

  private constructor(
    answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>,
    version: 'http/1.1' | 'http/2',
  ) {
    this.#answer = answer;
    const serve = (request: Request, response: Response) => void this.#serve(request, response);
    this.#server =
      version === 'http/2'
        ? createHttp2Server({ settings: { maxConcurrentStreams: 100 } }, serve).on(
            'session',
            (session) => {
              this.sessions.add(session);
              session.on('error', () => undefined);
              session.on('close', () => this.sessions.delete(session));
            },
          )
        : createServer(serve);
  }

  static async start(
    answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>,
    version: 'http/1.1' | 'http/2' = 'http/1.1',
  ): Promise<FakeGateway> {
    const fake = new FakeGateway(answer, version);
    await new Promise<void>((resolve) => {
      fake.#server.listen(0, '127.0.0.1', resolve);
    });
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next call to such a path goes wrong in this way. */
  failNext(path: RegExp, fault: Fault): void {
    this.#faults.push({ path, fault });
  }

  callsTo(path: RegExp): FakeCall[] {
    return this.calls.filter((call) => path.test(call.path));
  }

  async close(): Promise<void> {
    if ('closeAllConnections' in this.#server) this.#server.closeAllConnections();
    for (const session of this.sessions) session.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(request: Request, response: Response): Promise<void> {
    const call = await readCall(request);
    this.calls.push(call);
    const index = this.#faults.findIndex(({ path }) => path.test(call.path));
    const fault = index === -1 ? undefined : this.#faults.splice(index, 1)[0]?.fault;
    if (fault?.kind === 'broken') return breakOff(request);
    if (fault?.kind === 'refuses') return send(response, fault.answer);
    const answer = await this.#answer(call);
    if (fault?.kind === 'silent') return;
    send(response, fault?.kind === 'answers' ? fault.answer : answer);
  }
}

function breakOff(request: Request): void {
  if ('stream' in request) request.stream.session?.destroy();
  else request.socket.destroy();
}

async function readCall(request: Request): Promise<FakeCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://fake');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    authorization: request.headers.authorization ?? '',
    body: readBody(text, request.headers['content-type'] ?? ''),
  };
}

function readBody(text: string, type: string): Json {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  return text === '' ? {} : (JSON.parse(text) as Json);
}

function send(response: Response, { status, body, headers }: FakeAnswer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.statusCode = status;
  const all = { 'content-type': 'application/json', location: 'http://127.0.0.1:1/', ...headers };
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
  response.end(text);
}

/** A webhook as it leaves a gateway: bytes and headers. */
export interface FakeWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A company whose API a `FakeGateway` serves. */
export abstract class FakeCompany {
  #gateway: FakeGateway | undefined;

  protected abstract answer(call: FakeCall): FakeAnswer;

  async open(): Promise<this> {
    this.#gateway = await FakeGateway.start((call) => this.answer(call));
    return this;
  }

  get gateway(): FakeGateway {
    if (!this.#gateway) throw new Error('not started');
    return this.#gateway;
  }
}
