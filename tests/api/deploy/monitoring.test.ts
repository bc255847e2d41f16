import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

import { WRONG_CODES_ALARM } from '../../../server/vouchers/look-up-code.ts';
import { onPath } from '../../../scripts/lib/programs.ts';
import { startWithRoutes } from '../../fixtures/api/route-list.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const ROOT = path.join(import.meta.dirname, '../../..');
const ALERTS = path.join(ROOT, 'deploy/prometheus/alerts.yml');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const alerts = (parse(readFileSync(ALERTS, 'utf8')) as Rules).groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read('deploy/grafana/goodies.json')) as Dashboard;
/** Every expression, by the alert or panel that it is of. */
const expressions: readonly (readonly [string, string])[] = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr] as const),
  ),
];

let started: Awaited<ReturnType<typeof startWithRoutes>>;
beforeAll(async () => {
  started = await startWithRoutes();
});
afterAll(async () => {
  await started.test.close();
});

/** What stands before `{` is a metric: every one of ours is asked with the name of its job. */
const metricsOf = (expr: string): string[] =>
  [...expr.matchAll(/([a-z_][a-z0-9_]*)\{/g)].map(([, name = '']) => name);

it('asks only for metrics that a server gives', async () => {
  const { text } = await started.test.call('GET', 'root:/metrics');
  // Made by the collector itself.
  const given = new Set(['up']);
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    if (type !== 'histogram') given.add(name);
    else for (const part of ['bucket', 'count', 'sum']) given.add(`${name}_${part}`);
  }
  for (const [owner, expr] of expressions) {
    expect(metricsOf(expr), owner).not.toEqual([]);
    for (const name of metricsOf(expr)) expect(given, owner).toContain(name);
    const selectors = expr.replaceAll(/job="goodies"/g, 'job').replaceAll(/"[^"]*"/g, '');
    expect(selectors, `${owner}: job`).not.toMatch(/\{(?!\s*job\b)/);
  }
});

it('asks only for routes that a server has', () => {
  const urls = started.routes.map(({ url }) => url);
  for (const [owner, expr] of expressions)
    for (const [, operator, pattern = ''] of expr.matchAll(/route(=|=~|!=|!~)"([^"]+)"/g)) {
      const isRegExp = operator?.endsWith('~');
      const fits = (url: string) =>
        isRegExp ? new RegExp(`^(?:${pattern})$`).test(url) : url === pattern;
      expect(urls.some(fits), `${owner}: ${pattern}`).toBe(true);
    }
});

it('rings at the first fault of a call that moves money', async () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'GoodiesMoneyCallFails') ?? {};
  const [, metric, pattern] = /increase\((\w+)\{[^}]*route=~"([^"]+)"/s.exec(expr) ?? [];
  const routes = started.routes
    .filter(({ method, url }) => method === 'POST' && new RegExp(`^(?:${pattern})$`).test(url))
    .map(({ url }) => url);
  for (const url of [
    'wallet/withdraw',
    'premium/subscribe',
    'vouchers/split',
    'vouchers/:id/cancel',
  ])
    expect(routes).toContain(`/api/v1/${url}`);
  // A bank that cannot be asked for a name is no fault of ours, and no money moves.
  expect(routes).not.toContain('/api/v1/wallet/resolve-account');
  // A series that begins with its first fault has no increase.
  const { text } = await started.test.call('GET', 'root:/metrics');
  for (const route of routes)
    expect(text).toContain(`${metric}{method="POST",route="${route}"} 0\n`);
});

it('rings at the number of wrong codes at which the server does', () => {
  const { expr } = alerts.find(({ alert }) => alert === 'GoodiesWrongCodes') ?? {};
  expect(expr).toMatch(new RegExp(`>= ${WRONG_CODES_ALARM}$`));
});

const promtool = onPath('promtool');
if (!promtool)
  console.warn('NOT RUN: promtool is not installed (Debian: prometheus), the rules are not tried');

it.skipIf(!promtool)('gives Prometheus rules that it takes', () => {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'rules', ALERTS], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});

/** Has Prometheus say which alarm rings for a series. */
function ringsFor(alertname: string, series: string, values: string, eval_time: string): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-alerts-'));
  const file = path.join(folder, 'test.json');
  const test = {
    interval: '1m',
    input_series: [{ series, values }],
    alert_rule_test: [{ eval_time, alertname, exp_alerts: [] }],
  };
  try {
    const suite = { rule_files: [ALERTS], evaluation_interval: '1m', tests: [test] };
    writeFileSync(file, JSON.stringify(suite));
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], {
      encoding: 'utf8',
    });
    // Silence is what it is told to expect.
    expect(stdout + stderr).toMatch(
      status === 0 ? /SUCCESS/ : new RegExp(`got:.*${alertname}`, 's'),
    );
    return status !== 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.skipIf(!promtool)('rings when nobody has guessed since the nodes started', () => {
  const series =
    'http_request_duration_seconds_count{job="goodies",route="/api/v1/vouchers/submit",status="200"}';
  // A day of guesses; a node that has started has no series of a call before its first.
  expect(ringsFor('GoodiesNoGuesses', series, '0+60x1440 stale _x120', '25h')).toBe(true);
  expect(ringsFor('GoodiesNoGuesses', series, '0+60x1560', '25h')).toBe(false);
});

it.skipIf(!promtool)('rings for a job that is given up, and for no single mail', () => {
  const series = 'jobs_failed_total{job="goodies",instance="node-1",kind="any"}';
  const rings = (values: string) => ringsFor('GoodiesJobsFail', series, values, '40m');
  expect(rings('0x20 4 5 6 7 7 8 8 8 8 9x20')).toBe(true);
  expect(rings('0x12 3 4 4 5 5 5 6 6 6 6 7x8 8x20')).toBe(false);
});

it.skipIf(!promtool)('rings for a node that is not ready, once that lasts', () => {
  const series =
    'http_request_duration_seconds_count{job="goodies",instance="node-1",route="/readyz",status="503"}';
  expect(ringsFor('GoodiesNotReady', series, '0+30x20', '15m')).toBe(true);
  expect(ringsFor('GoodiesNotReady', series, '0+30x2 60x20', '15m')).toBe(false);
});

it.skipIf(!promtool)('rings for a gateway that answers badly again and again, not once', () => {
  const series =
    'http_request_duration_seconds_count{job="goodies",route="/api/v1/wallet/topup/initialize",status="502"}';
  expect(ringsFor('GoodiesGatewayFails', series, '0x5 0+1x15', '20m')).toBe(true);
  expect(ringsFor('GoodiesGatewayFails', series, '0x5 1x15', '20m')).toBe(false);
});
