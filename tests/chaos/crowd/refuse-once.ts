/**
 * A server that does nothing: it refuses everybody once, to be asked again at some moment of the next seconds, and
 * then takes the guess. A crowd that comes to it shows what the crowd itself costs the machine. Writes its port to
 * standard output.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SPREAD_SECONDS = 20;
const known = new Set<string>();

const server = createServer((request, response) => {
  request.resume();
  const key = String(request.headers['idempotency-key']);
  const isKnown = known.has(key);
  known.add(key);
  if (!isKnown) response.setHeader('retry-after', 1 + (known.size % SPREAD_SECONDS));
  response
    .writeHead(isKnown ? 422 : 503, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: isKnown ? 'wrong_guess' : 'unavailable' }));
});
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
