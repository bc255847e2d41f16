import { Histogram } from 'prom-client';

import { MessageAnswer } from '../../contract/common.ts';
import { PageVitalsBody } from '../../contract/devices/page-vitals.ts';
import { DEFAULT_REGION } from '../../contract/region-table.ts';
import { countHit, limitOnNode } from '../http/rate-limit.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { detectRegion } from '../regions/regions.ts';
import { networkHash } from './device-token.ts';

const BODY_LIMIT_BYTES = 1024;
/** One network may not decide how a region looks. */
const OF_NETWORK = { hits: 30, windowMs: 600_000 };
const OF_NODE = { hits: 600, windowMs: 60_000 };
const SECONDS = [0.1, 0.2, 0.5, 1, 1.8, 2.5, 4, 6, 10, 20, 60];
const SHIFTS = [0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 1];

const route = taggedRoutes('Devices');

export const pageVitalsRoutes = routesOf(async (app, deps) => {
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames: ['region'], registers: [app.metrics] });
  const lcp = histogram('page_lcp_seconds', 'Until the largest element was painted', SECONDS);
  const inp = histogram('page_inp_seconds', 'The slowest answer to a tap on a page', SECONDS);
  const cls = histogram('page_layout_shift', 'Cumulative layout shift of a page', SHIFTS);
  const offlineReady = histogram(
    'page_offline_ready_seconds',
    'Until a first visit could be repeated without a network',
    SECONDS,
  );
  const countOnNode = limitOnNode(OF_NODE);

  app.post(
    '/page-vitals',
    {
      ...route('public', 'How fast a page was', MessageAnswer, {
        description: 'One page in ten of devices that do not save data tells it, once.',
        body: PageVitalsBody,
      }),
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const nowMs = deps.clock.now();
      countOnNode(nowMs);
      const network = networkHash(deps.secrets, request.ip);
      await countHit(deps.db, `page-vitals:network:${network}`, OF_NETWORK, nowMs);
      const { lcp_ms, inp_ms, cls_ten_thousandths, offline_ready_ms } = request.body;
      const region = { region: detectRegion(deps, request) ?? DEFAULT_REGION };
      if (lcp_ms !== undefined) lcp.observe(region, lcp_ms / 1000);
      if (inp_ms !== undefined) inp.observe(region, inp_ms / 1000);
      if (cls_ten_thousandths !== undefined) cls.observe(region, cls_ten_thousandths / 10_000);
      if (offline_ready_ms !== undefined) offlineReady.observe(region, offline_ready_ms / 1000);
      return { success, message: 'Thank you' };
    },
  );
});
