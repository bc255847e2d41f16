import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, it, vi } from 'vitest';

import type { RegisterAnswer } from '../../contract/accounts.ts';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { createDatabase } from '../fixtures/postgres.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}
interface Traces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Stands for an OpenTelemetry collector: keeps every span that is sent to it. */
async function openCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent: () => bodies.join('\n'),
    spans: (): Span[] =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Traces).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => server.close(),
  };
}

const requestIdOf = ({ attributes }: Span): string | undefined =>
  attributes.find(({ key }) => key === 'request.id')?.value.stringValue;

const isSql = ({ name }: Span): boolean => name.startsWith('pg.query');

const post = (url: string, body: object, token = ''): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

it('requests and jobs can be followed to their statements, without what people typed', async () => {
  const collector = await openCollector();
  const server = await startBuiltServer({
    env: {
      DATABASE_URL: await createDatabase(() => Promise.resolve(), 'empty'),
      GOODIES_SANDBOX: '1',
      NODE_OPTIONS: '--import ./dist/server/tracing.js',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
  const found = (name: string): Promise<Span> =>
    vi.waitUntil(() => collector.spans().find((span) => span.name === name), PATIENCE);
  const person = {
    username: 'traced_person',
    email: 'traced.person@goodies.test',
    password: 'a-long-enough-passphrase',
  };

  const made = await post(`${server.url}/api/v1/register?hint=what-was-typed`, person);
  expect(made.status).toBe(201);
  const { token } = (await made.json()) as RegisterAnswer;
  const code = await vi.waitUntil(async () => {
    const mails = await (await fetch(`${server.url}/sandbox/mail?to=${person.email}`)).text();
    return /(?<=Your Goodies code is )\d{6}/.exec(mails)?.[0];
  }, PATIENCE);
  const verified = await post(`${server.url}/api/v1/verify-email`, { code }, token);
  expect(verified.status, await verified.text()).toBe(200);

  const request = await found('POST /api/v1/verify-email');
  expect(requestIdOf(request)).toBe(verified.headers.get('x-request-id'));
  const job = await found('job settle-visitor');
  for (const { traceId, spanId } of [request, job])
    await vi.waitUntil(
      () =>
        collector
          .spans()
          .some((span) => span.traceId === traceId && span.spanId !== spanId && isSql(span)),
      PATIENCE,
    );
  for (const typed of [...Object.values(person), 'what-was-typed', code, token])
    expect(collector.sent()).not.toContain(typed);
  await server.stop();
  collector.close();
});
