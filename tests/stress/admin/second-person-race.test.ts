import { beforeAll, expect, it } from 'vitest';

import { approveRequest, requestCommand } from '../../../server/back-office/requests.ts';
import { staff, type StaffRole } from '../../../server/db/schema/staff.ts';
import { initializeTopup } from '../../../server/payments/initialize-payment.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { decideCheckout } from '../../../server/sandbox/checkout.ts';
import type { Member } from '../../../server/http/access.ts';
import { addPerson, nairaOf } from '../../fixtures/api/people.ts';
import { outcomeOf, tally } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';

const APPROVERS = 6;
const scene = setUpScene();
let asker: Member;
let approvers: Member[];

async function addMember(name: string, role: StaffRole): Promise<Member> {
  const [member] = await scene.deps.db
    .insert(staff)
    .values({ name, role, createdAt: new Date() })
    .returning();
  if (!member) throw new Error('not added');
  return member;
}

beforeAll(async () => {
  asker = await addMember('asker', 'money');
  approvers = [];
  for (let n = 0; n < APPROVERS; n += 1) approvers.push(await addMember(`second ${n}`, 'money'));
});

it(`${APPROVERS} people who approve one request at once move its money once`, async () => {
  const payer = await addPerson(scene.deps, 'payer');
  const { reference } = await initializeTopup(scene.deps, undefined, {
    userId: payer.userId,
    amount: 1000,
    currency: 'NGN',
    processor: 'paystack',
  });
  await decideCheckout(scene.deps.db, reference, 'success');
  await settlePayment(scene.deps, reference);
  const line = { operands: [reference], why: 'asked for by its owner' };
  const id = await requestCommand(scene.deps, asker, { command: 'refund', line });
  const outcomes = await Promise.all(
    approvers.map((member) => outcomeOf(approveRequest(scene.deps, member, id))),
  );
  expect(tally(outcomes)).toEqual({
    done: 1,
    [`request ${id} is decided already`]: APPROVERS - 1,
  });
  expect(await nairaOf(scene.deps, payer)).toBe(0);
});
