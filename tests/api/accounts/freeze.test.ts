import { describe, expect, it } from 'vitest';

import { EMAIL_TOKEN_MS } from '../../../server/accounts/email-tokens.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { mailsTo, PASSWORD, tokenFor } from '../../fixtures/api/accounts.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { changeUser, verifyEmail } from '../../fixtures/api/players.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';

const test = setUpApp();

let people = 0;
const newPerson = (): Promise<Person> => {
  people += 1;
  return addPerson(test.deps, `robbed_${people}`, { hasPin: true });
};
const emailOf = ({ username }: Person): string => `${username}@goodies.test`;
const post = (path: string, body: object | undefined, token?: string): Promise<Reply> =>
  test.call('POST', path, { ...(body && { body }), token });
const userOf = async (token: string) => (await test.call('GET', '/api/user', { token })).body;
const logIn = async ({ username }: Person): Promise<string> => {
  await test.deps.db.delete(rateLimits);
  const body = { username, password: PASSWORD, remember: true };
  return String((await post('/api/login', body)).body['token']);
};
const moveTo = async ({ token }: Pick<Person, 'token'>, email: string): Promise<void> => {
  const body = { email, password: PASSWORD };
  expect((await test.call('PATCH', '/user', { token, body })).status).toBe(200);
};
const prove = async ({ token }: Pick<Person, 'token'>, email: string): Promise<void> => {
  const body = { token: await tokenFor(test, email, '/verify-email') };
  expect((await post('/verify-email', body, token)).status).toBe(200);
};
const freezeBy = (token: string): Promise<Reply> => post('/user/freeze', { token });
const unfreezeBy = (token: string): Promise<Reply> => post('/user/unfreeze', { token });
const undoBy = (token: string): Promise<Reply> => post('/user/email/undo', { token });
const EXPIRED = [422, 'link_expired'];

/** Has a mail about a change sent, as a thief who knows PIN and password would. @returns its link's token */
async function frightened(person: Person): Promise<string> {
  const { token } = person;
  const body = { pin: '802461', old_pin: '246810' };
  expect((await post('/user/pin', body, token)).status).toBe(200);
  return tokenFor(test, emailOf(person), '/freeze');
}

describe('an account', () => {
  it('is frozen signed out by the link of a mail, which ends every session', async () => {
    const person = await newPerson();
    const link = await frightened(person);
    const elsewhere = await logIn(person);
    const frozen = await freezeBy(link);
    expect(frozen.body).toMatchObject({ success: true, frozen: true });
    for (const token of [person.token, elsewhere])
      expect(await userOf(token)).toMatchObject({ code: 'unauthenticated' });
    expect((await mailsTo(test, emailOf(person)))[0]?.subject).toBe('Your account is frozen');
    const token = await logIn(person);
    expect(await userOf(token)).toMatchObject({ frozen: true });

    // The first answer may have been lost; the link ends no other session, and freezes nothing a second time.
    expect((await freezeBy(link)).status).toBe(200);
    expect(await userOf(token)).toMatchObject({ frozen: true });
    const unfrozen = await unfreezeBy(await tokenFor(test, emailOf(person), '/unfreeze'));
    expect(unfrozen.body).toMatchObject({ success: true, frozen: false });
    expect(refusalOf(await freezeBy(link))).toEqual(EXPIRED);
    expect(await userOf(token)).toMatchObject({
      frozen: false,
      outgoing_pause_reason: 'unfrozen',
    });
  });

  it('is frozen by its owner who is signed in, and by nobody without a link', async () => {
    const person = await newPerson();
    expect(refusalOf(await post('/user/freeze', {}))).toEqual([401, 'unauthenticated']);
    expect((await post('/user/freeze', {}, person.token)).status).toBe(200);
    expect(await userOf(person.token)).toMatchObject({ code: 'unauthenticated' });
    expect(await userOf(await logIn(person))).toMatchObject({ frozen: true });
  });

  it('mails another link to unfreeze it, three an hour with the first, each for a day', async () => {
    const person = await newPerson();
    expect(refusalOf(await post('/user/unfreeze/mail', undefined, person.token))).toEqual([
      409,
      'account_not_frozen',
    ]);
    await post('/user/freeze', {}, person.token);
    const token = await logIn(person);
    const ask = () => post('/user/unfreeze/mail', undefined, token);
    for (const _ of [2, 3]) expect((await ask()).status).toBe(200);
    expect(refusalOf(await ask())).toEqual([429, 'too_many_requests']);
    const link = await tokenFor(test, emailOf(person), '/unfreeze');
    test.clock.advance(EMAIL_TOKEN_MS.unfreeze);
    expect(refusalOf(await unfreezeBy(link))).toEqual(EXPIRED);
    expect((await ask()).status).toBe(200);
    const fresh = await tokenFor(test, emailOf(person), '/unfreeze');
    expect((await unfreezeBy(fresh)).status).toBe(200);
    expect(refusalOf(await unfreezeBy(fresh))).toEqual(EXPIRED);
  });

  it('of which a thief has changed the address is frozen, and unfrozen, at the old one', async () => {
    const person = await newPerson();
    const thief = `thief_of_${emailOf(person)}`;
    await moveTo(person, thief);
    await prove(person, thief);
    const link = await tokenFor(test, emailOf(person), '/freeze');
    expect((await freezeBy(link)).status).toBe(200);
    const token = await logIn(person);
    await post('/user/unfreeze/mail', undefined, token);
    expect((await mailsTo(test, thief)).map(({ subject }) => subject)).not.toContain(
      'Your account is frozen',
    );
    const unfrozen = await unfreezeBy(await tokenFor(test, emailOf(person), '/unfreeze'));
    expect(unfrozen.status).toBe(200);
  });

  it('takes no link of another kind, and none that is too old', async () => {
    const person = await newPerson();
    const link = await frightened(person);
    expect(refusalOf(await unfreezeBy(link))).toEqual(EXPIRED);
    expect(refusalOf(await undoBy(link))).toEqual(EXPIRED);
    test.clock.advance(EMAIL_TOKEN_MS.freeze);
    expect(refusalOf(await freezeBy(link))).toEqual(EXPIRED);
  });
});

describe('a change of address', () => {
  it('is undone from the old one for seven days, which ends every session and other link', async () => {
    const person = await newPerson();
    const thief = `thief_of_${emailOf(person)}`;
    await moveTo(person, thief);
    await prove(person, thief);
    await moveTo(person, `next_${thief}`);
    const [link, thiefs] = [
      await tokenFor(test, emailOf(person), '/undo-email'),
      await tokenFor(test, thief, '/undo-email'),
    ];
    await changeUser(test, person, { googleSubject: `google-of-${thief}` });
    test.clock.advance(EMAIL_TOKEN_MS.undo_email - 1);
    expect((await undoBy(link)).status).toBe(200);
    expect(await userOf(person.token)).toMatchObject({ code: 'unauthenticated' });
    const token = await logIn(person);
    expect(await userOf(token)).toMatchObject({
      email: emailOf(person),
      email_verified: true,
      outgoing_pause_reason: 'email',
    });
    for (const used of [link, thiefs]) expect(refusalOf(await undoBy(used))).toEqual(EXPIRED);
    expect(await userOf(token)).toMatchObject({ email: emailOf(person) });
  });

  it('that its owner has taken back by hand is not won again by the thief for good', async () => {
    const person = await newPerson();
    const thief = `thief_of_${emailOf(person)}`;
    await moveTo(person, thief);
    await prove(person, thief);
    const link = await tokenFor(test, emailOf(person), '/undo-email');
    await moveTo(person, emailOf(person));
    await prove(person, emailOf(person));
    expect((await undoBy(await tokenFor(test, thief, '/undo-email'))).status).toBe(200);
    expect((await mailsTo(test, emailOf(person)))[0]?.subject).toBe(
      'Your e-mail address was changed',
    );
    expect((await undoBy(link)).status).toBe(200);
    expect(await userOf(await logIn(person))).toMatchObject({ email: emailOf(person) });
  });

  it('is not undone after that, nor where another account has the address by now', async () => {
    const [late, left] = [await newPerson(), await newPerson()];
    await moveTo(late, `new_${emailOf(late)}`);
    await moveTo(left, `new_${emailOf(left)}`);
    const heir = await newPerson();
    await changeUser(test, heir, { email: emailOf(left) });
    await verifyEmail(test, heir);
    const taken = await undoBy(await tokenFor(test, emailOf(left), '/undo-email'));
    expect(refusalOf(taken)).toEqual([409, 'address_taken']);
    expect(await userOf(left.token)).toMatchObject({ email: `new_${emailOf(left)}` });
    const link = await tokenFor(test, emailOf(late), '/undo-email');
    test.clock.advance(EMAIL_TOKEN_MS.undo_email);
    expect(refusalOf(await undoBy(link))).toEqual(EXPIRED);
    expect(await userOf(late.token)).toMatchObject({ email: `new_${emailOf(late)}` });
  });

  it('from one that was never proved is not undone, and keeps no money in', async () => {
    const person = await newPerson();
    await changeUser(test, person, { emailVerifiedAt: null });
    await moveTo(person, `new_${emailOf(person)}`);
    const [mail] = await mailsTo(test, emailOf(person));
    expect(mail?.text).toContain('/freeze?token=');
    expect(mail?.text).not.toContain('/undo-email');
    await prove(person, `new_${emailOf(person)}`);
    expect(await userOf(person.token)).toMatchObject({ outgoing_paused_until: null });
  });
});
