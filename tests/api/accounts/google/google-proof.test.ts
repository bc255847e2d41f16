import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';

import type {
  GoogleCallbackAnswer,
  GoogleUrlAnswer,
} from '../../../../contract/accounts/google.ts';
import { GOOGLE_LOGIN_MS } from '../../../../server/accounts/google/google-login.ts';
import { GOOGLE_PROOFS_PER_HOUR } from '../../../../server/accounts/google/google-proof.ts';
import { hashPassword } from '../../../../server/accounts/passwords.ts';
import { googleLogins, users } from '../../../../server/db/schema/accounts.ts';
import type { GooglePerson } from '../../../fakes/google.ts';
import { mailsTo, PASSWORD, signUp } from '../../../fixtures/api/accounts.ts';
import {
  loggedIn,
  LOGIN_FAILED,
  newGooglePerson,
  setUpGoogle,
} from '../../../fixtures/api/google/set-up-google.ts';
import { givePasskey, proofBy } from '../../../fixtures/api/passkeys/give-passkey.ts';
import { givePin, PIN } from '../../../fixtures/api/pins.ts';
import { refusalOf } from '../../../fixtures/api/refusal.ts';
import type { Reply } from '../../../fixtures/api/test-app.ts';

const google = setUpGoogle();
const { test } = google;

const PROOF_OVER = [422, 'google_proof_over'];
const OTHER_PIN = '135792';

interface Googler extends Pick<GoogleCallbackAnswer, 'token'> {
  readonly id: number;
  readonly person: GooglePerson;
}

/** Somebody who has signed up with Google, and so has neither password nor PIN. */
async function newGoogler(): Promise<Googler> {
  const person = newGooglePerson();
  const { token, data } = loggedIn(await google.signIn(person));
  return { token, id: data.id, person };
}

interface Came {
  readonly code: string;
  readonly iss: string;
  readonly proof: { readonly state: string; readonly key: string };
}

const beginAs = ({ token }: Pick<Googler, 'token'>): Promise<Reply> =>
  test.call('POST', '/user/google/proof', { token });

/** Goes to Google and signs in there; the answer is not shown to the server yet. */
async function comeBack(who: Googler, person = who.person): Promise<Came> {
  const reply = await beginAs(who);
  expect(reply.status, reply.text).toBe(200);
  const { url, key } = JSON.parse(reply.text) as GoogleUrlAnswer;
  const { code, state, iss } = google.issuer.consent(url, person);
  return { code, iss, proof: { state, key } };
}

const show = ({ token }: Pick<Googler, 'token'>, { proof, ...came }: Came): Promise<Reply> =>
  test.call('POST', '/user/google/proof/return', { token, body: { ...came, ...proof } });
const setPin = ({ token }: Pick<Googler, 'token'>, body: object): Promise<Reply> =>
  test.call('POST', '/user/pin', { token, body });
const isPinSet = async ({ id }: Googler): Promise<boolean> =>
  (await google.rowOf(id))?.pinHash !== null;

async function prove(who: Googler): Promise<Came['proof']> {
  const came = await comeBack(who);
  const shown = await show(who, came);
  expect(shown.status, shown.text).toBe(200);
  return came.proof;
}

/** Refused, and the account has no PIN afterwards. */
async function expectRefused(who: Googler, reply: Reply, refusal: unknown): Promise<void> {
  expect(refusalOf(reply)).toEqual(refusal);
  expect(await isPinSet(who)).toBe(false);
}

describe('a first PIN by Google', () => {
  it('takes a fresh sign-in of the same Google account, and no password', async () => {
    const who = await newGoogler();
    const proof = await prove(who);
    expect((await setPin(who, { pin: PIN, google: proof })).status).toBe(200);
    expect(await isPinSet(who)).toBe(true);
    const row = await google.rowOf(who.id);
    expect([row?.passwordHash, row?.outgoingPausedUntil]).toEqual([null, null]);
    const [mail] = await mailsTo(test, row?.email ?? '');
    expect(mail?.subject).toBe('Your PIN was set');
    expect(mail?.text).toContain('This was not me');
  });

  it('is set once by one proof, however often it is sent', async () => {
    const who = await newGoogler();
    const proof = await prove(who);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => setPin(who, { pin: PIN, google: proof })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusalOf(await setPin(who, { pin: OTHER_PIN, google: proof }))).toEqual([
      428,
      'pin_required',
    ]);
    // The row is gone, so that it proves nothing once the PIN is gone either.
    await test.deps.db.update(users).set({ pinHash: null }).where(eq(users.id, who.id));
    await expectRefused(who, await setPin(who, { pin: OTHER_PIN, google: proof }), PROOF_OVER);
  });

  it('survives an answer that was lost on the way back from Google', async () => {
    const who = await newGoogler();
    const came = await comeBack(who);
    await show(who, came);
    expect((await show(who, came)).status).toBe(200);
    expect((await setPin(who, { pin: PIN, google: came.proof })).status).toBe(200);
  });
});

describe('is refused', () => {
  it('to another Google account', async () => {
    const who = await newGoogler();
    const came = await comeBack(who, newGooglePerson());
    await expectRefused(who, await show(who, came), [403, 'google_other_account']);
    await expectRefused(who, await show(who, came), PROOF_OVER);
    await expectRefused(who, await setPin(who, { pin: PIN, google: came.proof }), PROOF_OVER);
  });

  it('to whoever has not been at Google, or has been there and not come back', async () => {
    const who = await newGoogler();
    const { proof } = await comeBack(who);
    await expectRefused(who, await setPin(who, { pin: PIN, google: proof }), PROOF_OVER);
  });

  it('to another browser, whose key is another one', async () => {
    const who = await newGoogler();
    const came = await comeBack(who);
    const thief = await comeBack(who, newGooglePerson());
    const stolen = { ...came, proof: { ...came.proof, key: thief.proof.key } };
    await expectRefused(who, await show(who, stolen), PROOF_OVER);
    expect((await show(who, came)).status).toBe(200);
    await expectRefused(who, await setPin(who, { pin: PIN, google: stolen.proof }), PROOF_OVER);
    expect((await setPin(who, { pin: PIN, google: came.proof })).status).toBe(200);
  });

  it('to another user', async () => {
    const [who, thief] = [await newGoogler(), await newGoogler()];
    const came = await comeBack(who);
    await expectRefused(thief, await show(thief, came), PROOF_OVER);
    await show(who, came);
    await expectRefused(thief, await setPin(thief, { pin: PIN, google: came.proof }), PROOF_OVER);
  });

  it('after ten minutes, before and after the return', async () => {
    const who = await newGoogler();
    const [late, proved] = [await comeBack(who), await prove(who)];
    test.clock.advance(GOOGLE_LOGIN_MS);
    await expectRefused(who, await show(who, late), PROOF_OVER);
    await expectRefused(who, await setPin(who, { pin: PIN, google: proved }), PROOF_OVER);
  });

  it('where there is a password, also one that was chosen meanwhile', async () => {
    const who = await newGoogler();
    const proof = await prove(who);
    const passwordHash = await hashPassword(PASSWORD);
    await test.deps.db.update(users).set({ passwordHash }).where(eq(users.id, who.id));
    const refusal = [403, 'forbidden'];
    await expectRefused(who, await setPin(who, { pin: PIN, google: proof }), refusal);
    for (const one of [who, await signUp(test)])
      expect(refusalOf(await beginAs(one))).toEqual(refusal);
  });

  it('where there is a PIN, which it does not change', async () => {
    const who = await newGoogler();
    const proof = await prove(who);
    await givePin(test.deps, who.id);
    const before = await google.rowOf(who.id);
    const refused = await setPin(who, { pin: OTHER_PIN, google: proof });
    expect(refusalOf(refused)).toEqual([428, 'pin_required']);
    expect((await google.rowOf(who.id))?.pinHash).toBe(before?.pinHash);
    expect(refusalOf(await beginAs(who))).toEqual([428, 'pin_required']);
  });

  it('where there is a passkey, which sets it without a password instead', async () => {
    const who = await newGoogler();
    const proof = await prove(who);
    const owner = { userId: who.id };
    const setPassword = (passwordHash: string | null) =>
      test.deps.db.update(users).set({ passwordHash }).where(eq(users.id, who.id));
    // A passkey is made with a password, which may be gone later.
    await setPassword(await hashPassword(PASSWORD));
    const passkey = await givePasskey(test.deps, owner);
    await setPassword(null);
    await expectRefused(who, await setPin(who, { pin: PIN, google: proof }), [
      428,
      'passkey_required',
    ]);
    expect(refusalOf(await beginAs(who))).toEqual([428, 'passkey_required']);
    const signed = await proofBy(test.deps, owner, passkey);
    expect((await setPin(who, { pin: PIN, passkey: signed })).status).toBe(200);
  });

  it('where Google was unlinked meanwhile', async () => {
    const who = await newGoogler();
    const proof = await prove(who);
    await test.deps.db.update(users).set({ googleSubject: null }).where(eq(users.id, who.id));
    await expectRefused(who, await setPin(who, { pin: PIN, google: proof }), [
      409,
      'password_unset',
    ]);
    expect(refusalOf(await beginAs(who))).toEqual([409, 'password_unset']);
  });

  it('as what begins a log-in, and a log-in as a proof', async () => {
    const who = await newGoogler();
    const { code, iss, proof } = await comeBack(who);
    expect(refusalOf(await google.callBack({ code, iss, ...proof }))).toEqual(LOGIN_FAILED);
    expect((await show(who, { code, iss, proof })).status).toBe(200);
    const { url, key } = await google.begin();
    const { state, ...back } = google.issuer.consent(url, who.person);
    const login = { ...back, proof: { state, key } };
    await expectRefused(who, await show(who, login), PROOF_OVER);
    expect((await google.callBack({ ...back, state, key })).status).toBe(200);
  });

  it('for a while to whoever begins again and again', async () => {
    const who = await newGoogler();
    for (let times = 0; times < GOOGLE_PROOFS_PER_HOUR; times += 1) await beginAs(who);
    expect(refusalOf(await beginAs(who))).toEqual([429, 'too_many_requests']);
  });
});

it('stores neither state nor key', async () => {
  const who = await newGoogler();
  await test.deps.db.delete(googleLogins);
  const { state, key } = await prove(who);
  const [row] = await test.deps.db.select().from(googleLogins);
  expect(JSON.stringify(row)).not.toContain(state);
  expect(JSON.stringify(row)).not.toContain(key);
});
