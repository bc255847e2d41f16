/**
 * Traces of requests, jobs, SQL and calls to third parties, for an OpenTelemetry collector. `node --import` loads this
 * file before the server, because only what is loaded later can be traced; without a collector's address it does nothing.
 */
import { register } from 'node:module';

import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) await startTracing();

async function startTracing(): Promise<void> {
  const [sdk, otlp, instrumentation, fastify, pg, undici] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation'),
    import('@fastify/otel'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-undici'),
  ]);
  // A package that is imported, not required, is reached by this hook alone; for every package it would take a minute.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, {
    data: { include: ['pg'] },
  });
  instrumentation.registerInstrumentations({
    instrumentations: [
      new fastify.FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        instrumentHandler: false,
        requestHook: (span, { id, method, routeOptions }) => {
          span.updateName(`${method} ${routeOptions.url ?? 'unknown'}`);
          span.setAttribute('request.id', id);
        },
      }),
      // Polling for work that is due would be most of all spans.
      new pg.PgInstrumentation({ requireParentSpan: true }),
      new undici.UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  const batches = new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter());
  const provider = new sdk.NodeTracerProvider({ spanProcessors: [withoutValues(batches)] });
  provider.register();
  const end = (): void => void provider.shutdown().catch(() => undefined);
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

/** Addresses have tokens and account numbers in them, and messages of errors the values of statements. */
const WITH_VALUES = ['url.full', 'url.path', 'url.query'];

function withoutValues(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => next.onStart(span, parent),
    onEnd: (span: ReadableSpan) => {
      for (const name of WITH_VALUES) delete span.attributes[name];
      next.onEnd(Object.assign(span, { events: [], status: { code: span.status.code } }));
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}
