import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer goes on until the caller leaves. */
    isStream?: true;
  }
  interface FastifyInstance {
    metrics: Registry;
  }
}

const FAILURE_STATUS = 400;
const FAULT_STATUS = 500;
/** A gateway failure (502) and a refusal under load (503) are no faults of our code. */
const NO_FAULTS = new Set([502, 503]);
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function installMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const faults = new Counter({
    name: 'http_request_faults_total',
    help: 'Requests that ended in a fault of the server: 5xx, 502 and 503 aside',
    labelNames: ['method', 'route'],
    registers: [registry],
  });
  // Counters start at 0, so that the first fault shows as an increase.
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) faults.inc({ method: one, route: url }, 0);
  });
  app.decorate('metrics', registry);
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.route.url ?? 'unknown';
    // The time that a caller stays says nothing of the server.
    if (request.route.isStream && reply.statusCode < FAILURE_STATUS) return next();
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= FAULT_STATUS && !NO_FAULTS.has(reply.statusCode))
      faults.inc({ method: request.method, route });
    next();
  });
}
