import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { ulid } from 'ulid';

import { ReceiptKeysAnswer } from '../../contract/fairness.ts';
import {
  RECEIPT_ALGORITHM,
  RECEIPT_TYPE,
  type ReceiptClaims,
} from '../../contract/fairness/commitment.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { receiptKeys } from '../db/schema/giveaways.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { OwnGuess, SignedGuess } from '../../contract/rewards/rewards.ts';
import { publicCache } from '../http/etags.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

/** One key signs receipts for this long. */
export const RECEIPT_KEY_MS = 90 * DAY_MS;

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

const keyContext = (kid: string): string => `receipt-key:${kid}`;
export const OKP = { kty: 'OKP', crv: 'Ed25519' } as const;

export async function takeSigningKey(deps: KeyDeps) {
  const { db, clock, secrets } = deps;
  let found = await findSigning(db);
  if (!found || found.createdAt.getTime() + RECEIPT_KEY_MS <= clock.now()) {
    const former = found?.kid;
    await inTransaction(db, (tx) => replaceSigningKey(tx, deps, former));
    found = await findSigning(db);
  }
  if (!found?.sealed) throw new Error('there is no key to sign receipts with');
  const { kid, publicKey: x, sealed } = found;
  const d = secrets.decrypt(sealed, keyContext(kid)).toString();
  const key = await importJWK({ ...OKP, x, d }, RECEIPT_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('a key of Ed25519 is no secret of bytes');
  return { kid, key };
}

const findSigning = async (db: Db) =>
  (await db.select().from(receiptKeys).where(isNull(receiptKeys.retiredAt)))[0];

/** Destroys the old private key. @returns the new `kid`; undefined if another node was faster */
export async function replaceSigningKey(
  tx: Db,
  { clock, secrets }: Pick<KeyDeps, 'clock' | 'secrets'>,
  former: string | undefined,
): Promise<string | undefined> {
  const now = dateOf(clock);
  if (former !== undefined) {
    const isSigning = and(eq(receiptKeys.kid, former), isNull(receiptKeys.retiredAt));
    const retired = tx.update(receiptKeys).set({ retiredAt: now, sealed: null }).where(isSigning);
    if (!(await hasChanged(retired))) return undefined;
  }
  const { privateKey } = await generateKeyPair(RECEIPT_ALGORITHM, {
    crv: 'Ed25519',
    extractable: true,
  });
  const { x = '', d = '' } = await exportJWK(privateKey);
  const kid = ulid(clock.now());
  const sealed = secrets.encrypt(d, keyContext(kid));
  const made = tx.insert(receiptKeys).values({ kid, publicKey: x, sealed, createdAt: now });
  return (await hasChanged(made.onConflictDoNothing())) ? kid : undefined;
}

/** Receipts that the key signed become invalid. */
export const withdrawReceiptKey = (tx: Db, kid: string): Promise<boolean> =>
  hasChanged(tx.delete(receiptKeys).where(eq(receiptKeys.kid, kid)));

/** A JWK Set (RFC 7517). */
async function listReceiptKeys({ db }: Pick<Deps, 'db'>): Promise<ReceiptKeysAnswer> {
  const rows = await db
    .select({ kid: receiptKeys.kid, x: receiptKeys.publicKey })
    .from(receiptKeys)
    .orderBy(asc(receiptKeys.createdAt));
  return {
    success: true,
    keys: rows.map((row) => ({ ...OKP, ...row, alg: RECEIPT_ALGORITHM, use: 'sig' })),
  };
}

/** @returns the number of re-encrypted keys, 1 or 0 */
export async function reencryptReceiptKeys({
  db,
  secrets,
}: Pick<Deps, 'db' | 'secrets'>): Promise<number> {
  const found = await findSigning(db);
  if (!found?.sealed) return 0;
  const { kid, sealed } = found;
  const context = keyContext(kid);
  if (secrets.isCurrent(sealed, context)) return 0;
  await db
    .update(receiptKeys)
    .set({ sealed: secrets.encrypt(secrets.decrypt(sealed, context), context) })
    // The key may be retired meanwhile.
    .where(and(eq(receiptKeys.kid, kid), isNotNull(receiptKeys.sealed)));
  return 1;
}

/** A compact JWS; Ed25519 is deterministic, so the same key gives the same receipt. */
export async function signReceipts(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>,
  guesses: readonly OwnGuess[],
): Promise<SignedGuess[]> {
  if (guesses.length === 0) return [];
  const { kid, key } = await takeSigningKey(deps);
  const sign = async (guess: OwnGuess): Promise<SignedGuess> => {
    const claims: ReceiptClaims = {
      iss: deps.config.publicOrigin,
      voucher: guess.voucher.ulid,
      number: guess.guess_number,
      code: guess.code,
      created_at: guess.created_at,
    };
    const receipt = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: RECEIPT_ALGORITHM, kid, typ: RECEIPT_TYPE })
      .sign(key);
    return { ...guess, receipt };
  };
  return Promise.all(guesses.map(sign));
}

const MAX_AGE_SECONDS = 60;

const route = taggedRoutes('Vouchers');

export const receiptRoutes = routesOf(async (app, deps) => {
  app.get(
    '/receipt-keys',
    {
      ...route(
        'public',
        'The keys that receipts of guesses are signed with, as a JWK Set',
        ReceiptKeysAnswer,
        {
          description:
            'A receipt is a compact JWS (EdDSA, Ed25519) that names its key by `kid`. Keys that no longer sign stay; one that leaked is taken away.',
        },
      ),
      onSend: publicCache(MAX_AGE_SECONDS),
    },
    () => listReceiptKeys(deps),
  );
});
