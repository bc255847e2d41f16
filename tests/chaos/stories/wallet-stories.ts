import { minorToMajor } from '../../../contract/money.ts';
import { railFeeOf } from '../../../server/disbursements/rail-fees.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import type { Answer } from '../caller.ts';
import { walletOf } from '../history/operation.ts';
import { movementOf } from '../history/read-lists.ts';
import { appendsOfPayment, dataOf, type Story } from './story.ts';

const BANK = { type: 'bank', code: '058', account_name: 'Ada Obi' } as const;

/** A wallet is topped up; the payer comes back and asks, or does not. */
export async function topUp(story: Story): Promise<void> {
  const [person] = story.people(1);
  if (!person) return;
  const amountMinor = story.amount(10_000, 200_000);
  const amount = minorToMajor(amountMinor);
  const body = { amount, currency: 'NGN', processor: 'paystack' };
  const opened = await story.ask(person, '/wallet/topup/initialize', { body });
  // Some look at the checkout and leave it.
  if (opened.status !== 200 || story.random.percent(10)) return;
  const reference = String(opened.body['reference']);
  const sinceMs = performance.now();
  story.world.gateway.pay(reference);
  // The gateway has taken the money: from here on it has to arrive, whoever tells of it.
  story.world.model.move(person, 'wallet_topup', reference, amountMinor);
  if (!story.random.percent(60)) return;
  await story.ask(person, '/wallet/topup/verify', {
    body: { reference, processor: 'paystack' },
    sinceMs,
    appends: appendsOfPayment(person, movementOf('wallet_topup', reference, 'credit')),
  });
  await story.lookInto(person);
}

const referenceOf = ({ body }: Answer): string => String(dataOf(body)['reference']);

/** Money is withdrawn to a bank. */
export async function withdrawSome(story: Story): Promise<void> {
  const [person] = story.people(1);
  if (!person) return;
  const amountMinor = story.amount(10_000, 50_000);
  const account_number = `${story.random.between(1_000_000_000, 1_999_999_999)}`;
  const answer = await story.ask(person, '/wallet/withdraw', {
    body: {
      amount: minorToMajor(amountMinor),
      currency: 'NGN',
      destination: { ...BANK, account_number },
      pin: PIN,
    },
    appends: (done) =>
      done?.status === 200
        ? [[walletOf(person.userId), movementOf('withdrawal', referenceOf(done), 'debit')]]
        : [],
  });
  await story.lookInto(person);
  if (answer.status !== 200) return;
  const reference = referenceOf(answer);
  const chargedMinor = amountMinor + railFeeOf({ name: 'paystack' }, 'NGN', 'bank', amountMinor);
  story.world.model.move(person, 'withdrawal', reference, -chargedMinor);
  story.world.withdrawals.push({ person, reference, chargedMinor });
}
