import { describe, expect, it } from 'vitest';

import type { Passkey, PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import { passkeyChallenges, passkeys } from '../../../server/db/schema/accounts.ts';
import { sweep } from '../../../server/accounts/sweep.ts';
import { mailsTo, PASSWORD } from '../../fixtures/api/accounts.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import { givePin, PIN } from '../../fixtures/api/pins.ts';
import {
  SoftAuthenticator,
  type Otherwise,
} from '../../fixtures/api/passkeys/soft-authenticator.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import {
  PASSKEY_CHALLENGE_MS,
  PASSKEY_CHALLENGES_PER_HOUR,
} from '../../../server/accounts/passkeys/check-passkey.ts';
import { PASSKEYS_MAX } from '../../../server/accounts/passkeys/own-passkeys.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: {}, kofi: {} });

type Drawn = PasskeyChallengeAnswer['data'];

interface Options {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly excludeCredentials: readonly { readonly id: string }[];
}

function dataOf({ status, text }: Reply): unknown {
  if (status !== 200) throw new Error(text);
  return (JSON.parse(text) as { data: unknown }).data;
}
/** What its owner reads. */
const saidBy = ({ body }: Reply) => body['message'];
const askFor = (person: Person, password = PASSWORD): Promise<Reply> =>
  test.call('POST', '/user/passkeys/options', { token: person.token, body: { password } });
const begin = async (person: Person): Promise<Options> => dataOf(await askFor(person)) as Options;
const add = (person: Person, body: object): Promise<Reply> =>
  test.call('POST', '/user/passkeys', {
    token: person.token,
    body,
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140' },
  });
const list = async (person: Person) =>
  dataOf(await test.call('GET', '/user/passkeys', { token: person.token })) as Passkey[];
const remove = (person: Person, id: number | undefined, password = PASSWORD): Promise<Reply> =>
  test.call('DELETE', '/user/passkeys', { token: person.token, body: { id, password } });
describe('a passkey', () => {
  it('is made with the password, listed, told of by mail, and removed with the password', async () => {
    const mails = `${ada.username}@goodies.test`;
    expect(refusalOf(await askFor(ada, 'not the password'))).toEqual([422, 'password_wrong']);
    expect(await list(ada)).toEqual([]);
    const options = await begin(ada);
    expect(options.rp.id).toBe('localhost');
    const passkey = new SoftAuthenticator();
    const added = await add(ada, passkey.make(options));
    expect(added.body['message']).toBe('Fingerprint or face is set up on this device');
    expect((await mailsTo(test, mails))[0]?.subject).toBe('A passkey was added');
    const [one] = await list(ada);
    expect(one).toMatchObject({
      user_agent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140',
      last_used_at: null,
    });
    // The same device is not asked to make a second one.
    expect((await begin(ada)).excludeCredentials.map(({ id }) => id)).toEqual([passkey.id]);

    expect(refusalOf(await remove(kofi, one?.id))).toEqual([404, 'passkey_gone']);
    expect(refusalOf(await remove(ada, one?.id, 'not the password'))).toEqual([
      422,
      'password_wrong',
    ]);
    expect(await list(ada)).toHaveLength(1);
    expect((await remove(ada, one?.id)).body['message']).toBe('The passkey is removed');
    expect((await mailsTo(test, mails))[0]?.subject).toBe('A passkey was removed');
    expect(saidBy(await remove(ada, one?.id))).toBe('This passkey was removed already');
  });

  it.each<[string, Otherwise]>([
    ['for another page', { origin: 'http://localhost:9090' }],
    ['for another server', { rpId: 'elsewhere.test' }],
    ['without a look at finger or face', { isUnverified: true }],
    ['for a challenge that nobody has drawn', { challenge: 'x'.repeat(43) }],
    ['as a signature and not as a key', { type: 'webauthn.get' }],
    ['with a way to sign that was not offered', { algorithm: -36 }],
    ['with a certificate', { format: 'packed', statement: new Map([['x5c', 'any']]) }],
    ['with a word of its maker', { format: 'apple', statement: new Map() }],
  ])('made %s is refused', async (_, otherwise) => {
    const passkey = new SoftAuthenticator();
    const options = await begin(ada);
    const reply = await add(ada, passkey.make(options, otherwise));
    expect(refusalOf(reply)).toEqual([422, 'passkey_refused']);
    expect(saidBy(reply)).toBe(
      'Your fingerprint or face could not be confirmed. Please try again.',
    );
    // Nor is there a second look at the same challenge.
    if (otherwise.challenge === undefined)
      expect(refusalOf(await add(ada, passkey.make(options)))).toEqual([422, 'passkey_refused']);
    expect(await list(ada)).toEqual([]);
  });

  it('may vouch for its own key, which no certificate does', async () => {
    const made = new SoftAuthenticator().make(await begin(ada), { isSelfAttested: true });
    expect((await add(ada, made)).status).toBe(200);
  });

  it('of a challenge is made once, by whom it was drawn for, and not too late', async () => {
    const options = await begin(ada);
    expect(refusalOf(await add(kofi, new SoftAuthenticator().make(options)))).toEqual([
      422,
      'passkey_refused',
    ]);
    expect((await add(ada, new SoftAuthenticator().make(options))).status).toBe(200);
    expect(refusalOf(await add(ada, new SoftAuthenticator().make(options)))).toEqual([
      422,
      'passkey_refused',
    ]);
    const late = await begin(ada);
    test.clock.advance(PASSKEY_CHALLENGE_MS);
    expect(refusalOf(await add(ada, new SoftAuthenticator().make(late)))).toEqual([
      422,
      'passkey_refused',
    ]);
    // What a passkey signs for money is no leave to make another one.
    const confirm = await test.call('POST', '/user/passkeys/challenge', { token: ada.token });
    const { challenge } = dataOf(confirm) as Drawn;
    expect(refusalOf(await add(ada, new SoftAuthenticator().make({ challenge })))).toEqual([
      422,
      'passkey_refused',
    ]);
  });

  it('belongs to one user, whatever another one calls theirs', async () => {
    const passkey = await givePasskey(test.deps, ada);
    const namesake = new SoftAuthenticator('http://localhost:8080', passkey.id);
    expect(refusalOf(await add(kofi, namesake.make(await begin(kofi))))).toEqual([
      422,
      'passkey_refused',
    ]);
    // Nor is the name inside it another one than beside it.
    const other = new SoftAuthenticator();
    const made = { ...other.make(await begin(kofi)), id: new SoftAuthenticator().id };
    expect(refusalOf(await add(kofi, made))).toEqual([422, 'passkey_refused']);
  });

  it('is one of ten at most', async () => {
    const begun = [];
    for (let n = 0; n < PASSKEYS_MAX + 1; n += 1) begun.push(await begin(ada));
    const replies = await Promise.all(
      begun.map((options) => add(ada, new SoftAuthenticator().make(options))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(PASSKEYS_MAX);
    expect(replies.flatMap((reply) => (reply.status === 200 ? [] : [refusalOf(reply)]))).toEqual([
      [409, 'passkeys_full'],
    ]);
    expect(saidBy(await askFor(ada))).toBe('You have 10 passkeys already. Remove one first.');
  });
});

describe('money', () => {
  const pauseOf = async ({ token }: Person) => {
    const { body } = await test.call('GET', '/api/user', { token });
    return body['outgoing_pause_reason'];
  };
  const askWith = ({ token }: Person, proof: object): Promise<Reply> =>
    test.call('POST', '/user/passkeys/options', { token, body: { password: PASSWORD, ...proof } });
  const addWith = async (person: Person, proof: object): Promise<SoftAuthenticator> => {
    const made = new SoftAuthenticator();
    const options = dataOf(await askWith(person, proof)) as Options;
    expect((await add(person, made.make(options))).status).toBe(200);
    return made;
  };

  it('may leave at once where the PIN or another passkey has confirmed the new one', async () => {
    await givePin(test.deps, ada.userId);
    const first = await addWith(ada, { pin: PIN });
    expect(await pauseOf(ada)).toBeNull();
    await addWith(ada, { passkey: await proofBy(test.deps, ada, first) });
    expect(await pauseOf(ada)).toBeNull();
    await addWith(ada, {});
    expect(await pauseOf(ada)).toBe('passkey');
  });

  it('waits for whom no second secret has confirmed: a wrong PIN is counted, and none is no PIN', async () => {
    await givePin(test.deps, ada.userId);
    const wrong = await askWith(ada, { pin: '135792' });
    expect([...refusalOf(wrong), wrong.body['tries_left']]).toEqual([422, 'pin_wrong', 4]);
    expect(refusalOf(await askWith(kofi, { pin: PIN }))).toEqual([403, 'pin_needed']);
    const passkey = await givePasskey(test.deps, ada);
    const proof = await proofBy(test.deps, ada, passkey);
    expect((await askWith(ada, { passkey: proof })).status).toBe(200);
    expect(refusalOf(await askWith(ada, { passkey: proof }))).toEqual([422, 'passkey_refused']);
  });

  it('waits where the last passkey is taken away from an account without a PIN', async () => {
    for (const person of [ada, kofi]) await givePasskey(test.deps, person);
    await givePin(test.deps, ada.userId);
    for (const person of [ada, kofi])
      expect((await remove(person, (await list(person))[0]?.id)).status).toBe(200);
    expect([await pauseOf(ada), await pauseOf(kofi)]).toEqual([null, 'passkey']);
  });
});

describe('challenges', () => {
  const draw = ({ token }: Person): Promise<Reply> =>
    test.call('POST', '/user/passkeys/challenge', { token });

  it('are kept as hashes only, and swept away once they are over', async () => {
    await givePasskey(test.deps, ada);
    const { challenge } = dataOf(await draw(ada)) as Drawn;
    const rows = await test.deps.db.select().from(passkeyChallenges);
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain(challenge);
    test.clock.advance(PASSKEY_CHALLENGE_MS + 1);
    await sweep(test.deps);
    expect(await test.deps.db.select().from(passkeyChallenges)).toEqual([]);
  });

  it('are drawn for nobody who has no passkey', async () => {
    expect(refusalOf(await draw(ada))).toEqual([404, 'passkey_gone']);
    expect(await test.deps.db.select().from(passkeyChallenges)).toEqual([]);
  });

  it('are sixty an hour', async () => {
    for (const person of [ada, kofi]) await givePasskey(test.deps, person);
    for (let n = 0; n < PASSKEY_CHALLENGES_PER_HOUR; n += 1)
      expect((await draw(ada)).status).toBe(200);
    expect(refusalOf(await draw(ada))).toEqual([429, 'too_many_requests']);
    expect((await draw(kofi)).status).toBe(200);
  });
});

describe('an account', () => {
  it('takes what is known of its passkeys along, and leaves nothing of them behind', async () => {
    await givePasskey(test.deps, ada);
    await givePasskey(test.deps, kofi);
    await begin(ada);
    const { body } = await test.call('GET', '/user/export', { token: ada.token });
    expect(body['passkeys']).toEqual([
      { user_agent: 'test', created_at: expect.any(String) as string, last_used_at: null },
    ]);
    const gone = await test.call('DELETE', '/user', {
      token: ada.token,
      body: { password: PASSWORD },
    });
    expect(gone.status).toBe(200);
    const owners = async (table: typeof passkeys | typeof passkeyChallenges) =>
      (await test.deps.db.select({ userId: table.userId }).from(table)).map(({ userId }) => userId);
    expect(await owners(passkeys)).not.toContain(ada.userId);
    expect(await owners(passkeys)).toContain(kofi.userId);
    expect(await owners(passkeyChallenges)).not.toContain(ada.userId);
  });
});
