import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';

import type { requirePin } from '../../../server/accounts/pin.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpScene } from '../scene.ts';

const NODES = 10;
const TRIES = 100;
const WRONG = '135792';

const scene = setUpScene();
let nodes: readonly (typeof requirePin)[] = [];

/** The code of a server's node with what it keeps in memory: nothing of that is shared with the other nodes. */
async function startNode(): Promise<typeof requirePin> {
  vi.resetModules();
  return (await import('../../../server/accounts/pin.ts')).requirePin;
}

beforeAll(async () => {
  const started = [];
  for (let n = 0; n < NODES; n += 1) started.push(await startNode());
  nodes = started;
});

function nodeOf(n: number): typeof requirePin {
  const node = nodes[n % NODES];
  if (!node) throw new Error('no nodes');
  return node;
}

/** All at once, over all nodes. @returns how many ended with each code, `ok` included */
async function tryAtOnce(
  person: Person,
  pinOf: (n: number) => string,
): Promise<Record<string, number>> {
  const tries = Array.from({ length: TRIES }, (_, n) =>
    nodeOf(n)(scene.deps, {
      userId: person.userId,
      proof: { pin: pinOf(n) },
      requestKey: undefined,
      isPinNeeded: true,
    }).then(
      () => 'ok',
      (error: { code: string; details: { tries_left?: number } }) =>
        `${error.code} ${error.details.tries_left ?? ''}`.trim(),
    ),
  );
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(tries)) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

const rowOf = async ({ userId }: Person) =>
  (await scene.deps.db.select().from(users).where(eq(users.id, userId)))[0];

it('looks at five of a hundred wrong PINs that come at once to many nodes, and locks', async () => {
  const person = await addPerson(scene.deps, 'guessed', { hasPin: true });
  expect(await tryAtOnce(person, () => WRONG)).toEqual({
    'pin_wrong 4': 1,
    'pin_wrong 3': 1,
    'pin_wrong 2': 1,
    'pin_wrong 1': 1,
    pin_locked: TRIES - 4,
  });
  expect(await rowOf(person)).toMatchObject({ pinTries: 5 });
  expect(await tryAtOnce(person, () => PIN)).toEqual({ pin_locked: TRIES });
});

it('lets a hundred right ones through on one node', async () => {
  const person = await addPerson(scene.deps, 'eager', { hasPin: true });
  const node = nodeOf(0);
  const outgoing = { userId: person.userId, proof: { pin: PIN }, requestKey: undefined };
  await Promise.all(Array.from({ length: TRIES }, () => node(scene.deps, outgoing)));
  expect(await rowOf(person)).toMatchObject({ pinTries: 0, pinLockedUntil: null });
});

it('counts what never came to an end: a node that dies while it compares gives no try away', async () => {
  const person = await addPerson(scene.deps, 'crashing', { hasPin: true });
  const dying = {
    ...scene.deps,
    db: new Proxy(scene.deps.db, {
      get: (db, name, of) => {
        if (name !== 'update') return Reflect.get(db, name, of) as unknown;
        return (...input: Parameters<typeof db.update>) => {
          const update = db.update(...input);
          // The second statement is the one that takes the try back.
          dying.updates += 1;
          if (dying.updates % 2 === 0) throw new Error('killed');
          return update;
        };
      },
    }),
    updates: 0,
  };
  const node = nodeOf(0);
  const outgoing = { userId: person.userId, proof: { pin: PIN }, requestKey: undefined };
  for (let n = 0; n < 5; n += 1) await expect(node(dying, outgoing)).rejects.toThrow('killed');
  await expect(node(scene.deps, outgoing)).rejects.toMatchObject({ code: 'pin_locked' });
});
