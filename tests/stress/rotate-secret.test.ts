import pino from 'pino';
import { ulid as newUlid } from 'ulid';
import { afterAll, expect, it } from 'vitest';

import { composeDeps, secretsOf } from '../../server/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import { openPostgres } from '../../server/db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { insertPaymentVoucher } from '../../server/payment-vouchers/create-payment-voucher.ts';
import { assertSecret, nodeNameOf, rotateOnce } from '../../server/rotation/key-ring.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { systemClock } from '../../server/clock.ts';
import { lookUpCode } from '../../server/vouchers/look-up-code.ts';
import { addPeople, setUpScene } from './scene.ts';

const NEW = 'the secret that is to take the place of the other';
const scene = setUpScene();
const nodes: Deps[] = [];

afterAll(async () => {
  for (const { database } of nodes) await database.close();
});

/** A node with connections of its own, on the scene's database. */
async function startNode(settings: Readonly<Record<string, string>> = {}): Promise<Deps> {
  const { config, faults } = readConfig({ ...scene.env, ...settings });
  if (!config) throw new Error(faults.join('; '));
  const secrets = secretsOf(config);
  const database = openPostgres(scene.env['DATABASE_URL'] ?? '', {
    applicationName: nodeNameOf(secrets),
  });
  const deps = composeDeps(config, database, pino({ level: 'silent' }), systemClock, secrets);
  nodes.push(deps);
  await assertSecret(deps);
  return deps;
}

const found = async (deps: Deps, code: string): Promise<boolean> =>
  (await lookUpCode(deps, { code, caller: undefined, address: '192.0.2.1' })) !== undefined;

async function makeVoucher(deps: Deps, creatorId: number, code: string): Promise<boolean> {
  const now = new Date();
  const row = await inTransaction(deps.db, (tx) =>
    insertPaymentVoucher(
      tx,
      deps.secrets,
      {
        ulid: newUlid(),
        type: 'goodies',
        status: 'pending',
        creatorId,
        region: 'nigeria',
        currency: 'NGN',
        amount: 100n,
        isPrivate: false,
        enable2fa: false,
        recipientEmail: null,
        recipientId: null,
        createdAt: now,
        activatedAt: null,
        expiresAt: null,
      },
      code,
    ),
  );
  return row !== undefined;
}

it('writes what every node can read, until the last one that knows only the old secret is gone', async () => {
  const [person] = await addPeople(scene.deps, 'rotator', 1);
  const creatorId = person?.userId ?? 0;
  const old = await startNode();
  const rotating = { GOODIES_SECRET: NEW, GOODIES_SECRET_OLD: scene.env['GOODIES_SECRET'] ?? '' };
  const both = await startNode(rotating);

  expect(await rotateOnce(both)).toBe('refused');
  expect(await makeVoucher(both, creatorId, '1000000000001')).toBe(true);
  expect(await makeVoucher(old, creatorId, '1000000000002')).toBe(true);
  for (const node of [old, both])
    for (const code of ['1000000000001', '1000000000002'])
      expect(await found(node, code)).toBe(true);

  await old.database.close();
  nodes.splice(nodes.indexOf(old), 1);
  await expect.poll(() => rotateOnce(both)).toBe('rotating');
  expect(await found(both, '1000000000002')).toBe(true);
  await expect(startNode()).rejects.toMatchObject({ name: 'WrongSecretError' });
  const refused = nodes.pop();
  await refused?.database.close();
});

it('gives a code to one voucher, though two nodes write with different keys', async () => {
  const [person] = await addPeople(scene.deps, 'taker', 1);
  const creatorId = person?.userId ?? 0;
  const settings = { GOODIES_SECRET: NEW, GOODIES_SECRET_OLD: scene.env['GOODIES_SECRET'] ?? '' };
  const [early, late] = [await startNode(settings), await startNode(settings)];
  late.secrets.writeWith(late.secrets.keyIds[1] ?? '');
  for (let n = 0; n < 20; n += 1) {
    const code = `20000000000${10 + n}`;
    const made = await Promise.all([
      makeVoucher(early, creatorId, code),
      makeVoucher(late, creatorId, code),
    ]);
    expect(made.filter(Boolean)).toHaveLength(1);
  }
});
