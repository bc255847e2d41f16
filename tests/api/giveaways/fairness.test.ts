import { createHmac } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { FairnessAnswer } from '../../../contract/fairness.ts';
import { PROOF_FORMAT } from '../../../contract/fairness/proof-file.ts';
import { verifyProof } from '../../../contract/fairness/verify-proof.ts';
import { guess, openGiveaway, postGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import { detailFor, read } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 1_000_000n }, kofi: {} });

const fairnessOf = async (ulid: string): Promise<FairnessAnswer> =>
  read<FairnessAnswer>(test, `/vouchers/${ulid}/fairness`);

const viewBy = async (ulid: string, count: number, from = 0): Promise<void> => {
  for (let index = from; index < from + count; index += 1) {
    await test.call('GET', `/vouchers/${ulid}`, {
      headers: strongDevice(test.deps, `device-${ulid}-${index}`),
    });
  }
  await test.deps.views.flush();
};

/** Checks every published digit against the commitment, as a phone does. */
function verify(ulid: string, answer: FairnessAnswer): void {
  const proof = { format: PROOF_FORMAT, ...answer, ulid, entries: null } as const;
  const { hasFailed, checks } = verifyProof(proof);
  expect(hasFailed).toBe(false);
  const passed = checks.filter(({ outcome }) => outcome === 'pass').map(({ name }) => name);
  expect(passed).toEqual(expect.arrayContaining(['rules', 'paths']));
}

describe('the commitment of a giveaway', () => {
  it('can be checked for each open digit, and says nothing of the others', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const { masked_code: masked, commitment } = await detailFor(test, undefined, ulid);
    const answer = await fairnessOf(ulid);
    expect(answer).toMatchObject({
      commitment,
      master: null,
      code: null,
      winning_guess_number: null,
    });
    expect(answer.digits.map(({ position }) => position)).toEqual(
      [...masked].flatMap((digit, position) => (digit === '*' ? [] : [position])),
    );
    verify(ulid, answer);
    const rules = JSON.parse(answer.rules) as { amount: number; hidden: number[]; feeBp: number };
    expect(rules).toMatchObject({
      amount: 100_000,
      feeBp: 1000,
      revealMethod: 'views',
      firstRevealViews: 5,
      waitMs: 90_000,
    });
    expect(rules.hidden).toEqual(
      [...masked].flatMap((digit, position) => (digit === '*' ? [position] : [])),
    );
  });

  it('still holds when digits open', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const before = await fairnessOf(ulid);
    await viewBy(ulid, 5);
    const after = await fairnessOf(ulid);
    expect(after.digits).toHaveLength(before.digits.length + 1);
    expect({ ...after, digits: [] }).toEqual({ ...before, digits: [] });
    verify(ulid, after);
  });

  it('gives the master key when it is completed, from which all of it follows', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    const before = await fairnessOf(ulid);
    await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(90_000);
    const right = await guess(test, kofi, ulid, code);
    const after = await fairnessOf(ulid);
    expect(after).toMatchObject({
      commitment: before.commitment,
      rules: before.rules,
      code,
      winning_guess_number: right.body['guess_number'],
    });
    expect(after.digits).toHaveLength(13);
    verify(ulid, after);
    for (const { position, salt } of after.digits) {
      const drawn = createHmac('sha256', Buffer.from(after.master ?? '', 'hex'))
        .update(`digit/v1/${position}`)
        .digest('hex');
      expect(drawn).toBe(salt);
    }
  });

  it('is made at creation, before it is paid', async () => {
    const { ulid } = await postGiveaway(test, ada);
    const { commitment } = await detailFor(test, ada, ulid);
    const reply = await test.call('GET', `/vouchers/${ulid}/fairness`, { token: ada.token });
    expect(reply.body).toMatchObject({ commitment });
    expect((await test.call('GET', `/vouchers/${ulid}/fairness`)).status).toBe(404);
  });
});
