import { Agent, request } from 'node:http';
import { percentile } from '../statistics.ts';

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: string | undefined;
}

export interface Driven {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly unexpected: Readonly<Record<string, number>>;
}

export interface Drive {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The calls are sent at this rate; where it is missing, each connection sends one after the other. */
  readonly perSecond?: number;
  readonly next: (n: number) => Call | undefined;
  readonly expected: number;
}

const ENCODING = { 'accept-encoding': 'gzip, deflate, br' };

/** The status is 0 where no answer came. */
export function send(url: string, call: Call, agent?: Agent): Promise<Reply> {
  return new Promise((resolve) => {
    const { method = 'GET', path, headers, body } = call;
    const fail = (error: Error) => resolve({ status: 0, text: String(error) });
    const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
    const sent = request(
      `${url}${path}`,
      { method, headers: { ...ENCODING, ...headers, ...length }, ...(agent && { agent }) },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', fail);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            retryAfter: answer.headers['retry-after'],
          }),
        );
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

export function countUnexpected(unexpected: Record<string, number>, { status, text }: Reply): void {
  const name = [`${status}`, /"code":"(\w+)"/.exec(text)?.[1]].filter(Boolean).join(' ');
  unexpected[name] = (unexpected[name] ?? 0) + 1;
}

export async function drive({ url, connections, seconds, next, expected }: Drive): Promise<Driven> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const unexpected: Record<string, number> = {};
  const begunMs = performance.now();
  const endMs = begunMs + seconds * 1000;
  let turn = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const call = next(turn);
      if (!call) return;
      turn += 1;
      const sentMs = performance.now();
      const reply = await send(url, call, agent);
      if (reply.status === expected) times.push(performance.now() - sentMs);
      else countUnexpected(unexpected, reply);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const tookMs = performance.now() - begunMs;
  agent.destroy();
  const others = Object.values(unexpected).reduce((sum, count) => sum + count, 0);
  return {
    calls: times.length + others,
    perSecond: times.length / (tookMs / 1000),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    unexpected,
  };
}
