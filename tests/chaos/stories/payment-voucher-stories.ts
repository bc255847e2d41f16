import { minorToMajor } from '../../../contract/money.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { movementOf } from '../history/read-lists.ts';
import { appendsOfPayment, appendsOfTaking, dataOf, type Made, type Story } from './story.ts';

type Code = Pick<Made, 'ulid' | 'code' | 'creator' | 'amountMinor'>;

const redeem = (story: Story, person: Person, { code, ulid }: Code) =>
  story.ask(person, '/vouchers/redeem', {
    body: { code },
    appends: appendsOfTaking(person, 'voucher_payment', ulid),
  });

/** Several people redeem one code at the same moment: one of them gets the money. */
async function redeemAtOnce(story: Story, people: readonly Person[], voucher: Code): Promise<void> {
  const { creator, ulid } = voucher;
  const [answers] = await Promise.all([
    Promise.all(people.map((person) => redeem(story, person, voucher))),
    story.lookAt(creator, ulid),
  ]);
  await Promise.all([
    story.lookAt(creator, ulid),
    ...people.map((person) => story.lookInto(person)),
  ]);
  const paid = people.filter((_, index) => answers[index]?.status === 200);
  if (paid.length !== 1)
    story.world.model.contradict(`${paid.length} people redeemed ${voucher.ulid}`);
  for (const person of paid)
    story.world.model.move(person, 'voucher_payment', voucher.ulid, voucher.amountMinor);
}

/** A payment voucher is made, paid for and redeemed. */
export async function redeemOne(story: Story): Promise<void> {
  const [creator, ...others] = story.people(story.random.between(2, 4));
  const voucher = creator && (await story.openVoucher(creator));
  if (voucher) await redeemAtOnce(story, others, voucher);
}

/** A payment voucher is divided, and both parts are redeemed. */
export async function splitOne(story: Story): Promise<void> {
  const [creator, first, second] = story.people(3);
  const voucher = creator && (await story.openVoucher(creator));
  if (!voucher || !first || !second) return;
  const keptMinor = story.amount(5_000, 20_000);
  const body = { voucher_id: voucher.ulid, split_amount: minorToMajor(keptMinor) };
  const answer = await story.ask(creator, '/vouchers/split', { body });
  const parts = (answer.body['data'] ?? []) as readonly { ulid: string; code: string }[];
  const [kept, rest] = parts;
  if (answer.status !== 200 || !kept || !rest) {
    story.world.model.contradict(`${voucher.ulid} was not split: ${answer.status} ${answer.code}`);
    return;
  }
  const restMinor = voucher.amountMinor - keptMinor;
  await Promise.all([
    redeemAtOnce(story, [first], { ...voucher, amountMinor: keptMinor }),
    redeemAtOnce(story, [second, creator], { ...rest, creator, amountMinor: restMinor }),
  ]);
}

/** A payment voucher is cancelled, sometimes while somebody redeems it: one of both happens. */
export async function cancelOne(story: Story): Promise<void> {
  const [creator, other] = story.people(2);
  const voucher = creator && (await story.openVoucher(creator));
  if (!voucher || !other) return;
  const { ulid, amountMinor } = voucher;
  const [cancelled, redeemed] = await Promise.all([
    story.ask(creator, `/vouchers/${ulid}/cancel`, {
      body: {},
      appends: appendsOfTaking(creator, 'voucher_refund', ulid),
    }),
    story.random.percent(50) ? redeem(story, other, voucher) : undefined,
    story.lookAt(creator, ulid),
  ]);
  await Promise.all([story.lookAt(creator, ulid), story.lookInto(creator), story.lookInto(other)]);
  const isReturned = cancelled.status === 200;
  const isRedeemed = redeemed?.status === 200;
  if (isReturned === isRedeemed)
    story.world.model.contradict(`${ulid} was cancelled: ${isReturned}, redeemed: ${isRedeemed}`);
  if (isReturned) story.world.model.move(creator, 'voucher_refund', ulid, amountMinor);
  if (isRedeemed) story.world.model.move(other, 'voucher_payment', ulid, amountMinor);
}

/** Somebody pays for a payment voucher by a gateway, and another redeems it. */
export async function payByGateway(story: Story): Promise<void> {
  const [creator, other] = story.people(2);
  if (!creator || !other) return;
  const voucher = await story.make(creator, story.amount(30_000, 90_000), {
    purpose: 'payment',
    payment_method: 'paystack',
  });
  if (!voucher) return;
  const { ulid, amountMinor } = voucher;
  const body = { voucher_id: ulid, amount: minorToMajor(amountMinor), processor: 'paystack' };
  const opened = await story.ask(creator, '/vouchers/payment/initialize', { body });
  if (opened.status !== 200) return;
  const reference = String(opened.body['reference']);
  const sinceMs = performance.now();
  story.world.gateway.pay(reference);
  story.world.model.move(creator, 'topup', reference, amountMinor);
  story.world.model.move(creator, 'voucher_payment', reference, -amountMinor);
  const verified = await story.ask(creator, '/vouchers/payment/verify', {
    body: { reference },
    sinceMs,
    appends: appendsOfPayment(creator, movementOf('voucher_payment', reference, 'debit')),
  });
  if (dataOf(verified.body)['status'] === 'settled') await redeemAtOnce(story, [other], voucher);
}
