import { type ClientHttp2Session, connect, constants } from 'node:http2';

import { MINUTE_MS } from '../../contract/durations.ts';
import type { Carried, Carry, OutgoingRequest } from './call-gateway.ts';

/** A network forgets a silent connection without a word, so it is closed before. */
const IDLE_MS = MINUTE_MS;

/** The service says that it did nothing: its connection ends, or has no place for more. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Carries requests to one origin as streams of one HTTP/2 connection; a lost one is opened again by the next request. */
export function createHttp2Carrier(): Carry {
  let session: ClientHttp2Session | undefined;

  function openSession(url: string): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session;
    session = connect(new URL(url).origin);
    const opened = session;
    // Each of its requests fails by itself.
    opened.on('error', () => undefined);
    opened.setTimeout(IDLE_MS, () => opened.close());
    opened.unref();
    return opened;
  }

  async function carry(request: OutgoingRequest): Promise<Carried> {
    const opened = openSession(request.url);
    try {
      return await exchange(opened, request);
    } catch (error) {
      // It may be dead: requests under way may end, others take a new one.
      if (!(error instanceof RefusedError)) leave(opened);
      throw error;
    }
  }

  return async (request) => {
    try {
      return await carry(request);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return carry(request);
    }
  };
}

function leave(session: ClientHttp2Session): void {
  if (session.connecting) session.destroy();
  else session.close();
}

function exchange(session: ClientHttp2Session, request: OutgoingRequest): Promise<Carried> {
  const { url, method, headers, body, timeoutMs } = request;
  const { pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ...headers,
      ':method': method,
      ':path': `${pathname}${search}`,
    });
    let status = 0;
    let retryAfter: string | null = null;
    let text = '';
    let hasEnded = false;
    const timer = setTimeout(() => {
      reject(new DOMException('no answer in time', 'TimeoutError'));
      stream.close(constants.NGHTTP2_CANCEL);
    }, timeoutMs);
    stream.setEncoding('utf8');
    stream.on('response', (head) => {
      status = head[':status'] ?? 0;
      retryAfter = head['retry-after'] ?? null;
    });
    stream.on('data', (part: string) => (text += part));
    stream.on('end', () => (hasEnded = true));
    // Whatever it is, the stream closes after it.
    stream.on('error', () => undefined);
    stream.on('close', () => {
      clearTimeout(timer);
      if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM)
        reject(new RefusedError('the stream was refused'));
      else if (status > 0 && hasEnded && !stream.aborted) resolve({ status, text, retryAfter });
      else reject(new Error('the connection was lost'));
    });
    stream.end(body);
  });
}
