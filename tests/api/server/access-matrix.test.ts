import { afterAll, describe, expect, it } from 'vitest';

import { rateLimits } from '../../../server/db/schema/http.ts';
import { ACCESS, type Row } from '../../fixtures/api/access/access-matrix.ts';
import { ROLES, setAccessScene, type Role } from '../../fixtures/api/access/access-scene.ts';
import { PLAIN_BODIES } from '../../fixtures/api/request-bodies.ts';
import { addressOf, startWithRoutes, type Route } from '../../fixtures/api/route-list.ts';

// Started here and not in a hook: the routes it registers decide which tests there are.
const { test, routes } = await startWithRoutes();
const scene = await setAccessScene(test);
afterAll(() => test.close());

/** Of the documentation, which is a library's. */
const pages = ({ url }: Route): boolean => url.startsWith('/api/docs');
/** Ends the sessions that all others need. */
const isLast = ({ url }: Route): boolean => url.endsWith('/logout');
const own = routes
  .filter((route) => !pages(route))
  .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));

/** `ok`, or the code of the refusal. */
async function askAs(role: Role, route: Route, { subject, body, form }: Row): Promise<string> {
  const named = subject ? scene[subject] : 'x';
  const sent = form
    ? form(scene)
    : { body: (await body?.(scene)) ?? PLAIN_BODIES[route.name], headers: {} };
  const reply = await test.call(route.method, addressOf(route, named), {
    token: scene.people.get(role)?.token,
    ...sent,
  });
  if (reply.status < 400) return 'ok';
  return String(reply.body['code'] ?? reply.status);
}

describe('who may call', () => {
  it('has a row for each route, and for nothing else', () => {
    expect(own.map(({ name }) => name).toSorted()).toEqual(Object.keys(ACCESS).toSorted());
  });

  it.each(own)('$name', async (route) => {
    const row = ACCESS[route.name];
    if (!row)
      throw new Error(`tests/fixtures/api/access/access-matrix.ts has no row for ${route.name}`);
    const answers: string[] = [];
    for (const role of ROLES) {
      // What one asks must not be what refuses another.
      await test.deps.db.delete(rateLimits);
      answers.push(`${role}: ${await askAs(role, route, row)}`);
    }
    const expected = row.answers.split(' ');
    expect(answers).toEqual(ROLES.map((role, column) => `${role}: ${expected[column]}`));
  });
});
