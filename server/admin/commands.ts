import { Type } from 'typebox';

import { Closed } from '../../contract/common.ts';
import { inviteStaff, removeStaff } from '../back-office/staff.ts';
import { dateOf } from '../clock.ts';
import { STAFF_ROLES } from '../db/schema/staff.ts';
import type { Deps } from '../deps.ts';
import { PAYOUTS } from '../disbursements/payouts.ts';
import { PURCHASES } from '../disbursements/purchases.ts';
import { replaceSigningKey, withdrawReceiptKey } from '../giveaways/receipts.ts';
import { AppError } from '../http/app-error.ts';
import { AlreadyPosted } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import { rotateSecret } from '../rotation/key-ring.ts';
import { becauseOf } from '../wallet/read-statement.ts';
import { bookSettlements, SETTLEMENT_COLUMNS } from './book-settlements.ts';
import { balanceSheet } from './balance-sheet.ts';
import { disputePayment, writeOff } from './disputes.ts';
import { answerCase, decideCase, listCases, showCase } from './cases.ts';
import { feature, sendNotice, setBlocked, setIdentity } from './moderate.ts';
import {
  holdPrize,
  releaseHold,
  reverseHold,
  type HeldMoney,
  isCardMoney,
  listHolds,
} from './holds.ts';
import { lookUp } from './look-up.ts';
import { allowPayout, listReviews, refusePayout } from './payout-review.ts';
import {
  assertOperands,
  choice,
  type Command,
  type CommandLine,
  deed,
  field,
  list,
  mandateOf,
  textOf,
  usageOf,
} from './command.ts';
import { type Act, AdminError, recordAction } from './record-action.ts';
import { reconcile } from './reconcile.ts';
import { refund } from './refund.ts';
import { listFailed, requeue, REQUEUED } from './requeue.ts';
import {
  type ManualOutcome,
  type Resolve,
  resolveDisbursement,
  resolvePayment,
} from './resolve.ts';
import { payOutUnclaimed, showUnclaimed } from './unclaimed.ts';

const USER = field('USER', 'Username or e-mail address');
const VOUCHER = field('VOUCHER', 'Id of the voucher');
const HOLD = { hold: field('HOLD', 'Number of the hold') };
const CASE = { number: field('NUMBER', 'Number of the case') };
const PAYOUT = { payout: field('PAYOUT', 'Reference of the withdrawal') };
const forSupport = (title: string) => ({ title, role: 'support' }) as const;
const forOwner = (title: string) => ({ title, role: 'owner' }) as const;
const forOperator = (title: string) => ({ title, role: 'operator' }) as const;
const movesMoney = (title: string) => ({ title, role: 'money', movesMoney: () => true }) as const;

const ending = (title: string, usage: string, label: string, run: Resolve): Command => ({
  title,
  role: 'money',
  // Without a result the provider is asked, whose word needs no second person.
  movesMoney: ({ length }) => length > 1,
  fields: Closed({
    reference: field(usage, label),
    state: Type.Optional(choice('Result, where nobody can be asked', 'paid', 'failed')),
  }),
  takesProof: true,
  run: async (deps, line) => [
    await run(deps, line.operands[0] ?? '', manualOutcomeOf(line), mandateOf(line)),
  ],
});

/**
 * Replaces the key that signs receipts: `retire` leaves the old one published, so that its receipts stay valid;
 * `withdraw` removes it because it leaked.
 */
const endReceiptKey: Act = async (tx, deps, [how = '', kid = '']) => {
  if (how !== 'retire' && how !== 'withdraw')
    throw new AdminError('a key is retired or withdrawn: `retire` or `withdraw`');
  const made = await replaceSigningKey(tx, deps, kid);
  if (how === 'retire' && made === undefined)
    throw new AdminError(`receipts are not signed with ${kid}`);
  if (how === 'withdraw' && !(await withdrawReceiptKey(tx, kid)))
    throw new AdminError(`there is no key ${kid}`);
  const ended = `${kid} is ${how === 'retire' ? 'retired' : 'withdrawn'}`;
  return {
    action: `receipt-key ${how}`,
    subject: `receipt-key:${kid}`,
    outcome: made === undefined ? ended : `${ended}, ${made} signs`,
  };
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  find: deed(
    forSupport('Find a person, voucher or payment'),
    { name: field('USER|VOUCHER|REFERENCE', 'User, voucher or reference') },
    lookUp,
  ),
  feature: deed(forSupport('Show a giveaway first'), { voucher: VOUCHER }, feature(true)),
  unfeature: deed(
    forSupport('Show a giveaway by its views again'),
    { voucher: VOUCHER },
    feature(false),
  ),
  holds: list('Money on hold', 'nothing is held', ['release', 'reverse'], async (deps) => {
    const held = await listHolds(deps.db, dateOf(deps.clock));
    return held.map(lineOf);
  }),
  hold: deed({ title: 'Hold a prize', role: 'money' }, { voucher: VOUCHER, user: USER }, holdPrize),
  release: deed(movesMoney('Release a hold'), HOLD, releaseHold),
  reverse: deed(movesMoney('Take back a prize on hold'), HOLD, reverseHold),
  refund: deed(
    movesMoney('Return a payment or voucher'),
    { name: field('PAYMENT|VOUCHER', 'Payment or voucher') },
    refund,
  ),
  unclaimed: list('Unclaimed money', 'nothing is unclaimed', ['pay-unclaimed'], showUnclaimed),
  'pay-unclaimed': deed(
    movesMoney('Pay unclaimed money'),
    { reference: field('REFERENCE', 'Reference of what came back'), user: USER },
    payOutUnclaimed,
  ),
  // The file lies beside the server.
  settlement: deed(
    forOperator('Book payouts to the bank'),
    { file: field(`FILE.csv (${SETTLEMENT_COLUMNS}; date: the day paid out)`, 'File') },
    bookSettlements,
  ),
  reconcile: list('Settlements against the journal', 'nothing was paid in', [], reconcile),
  dispute: deed(
    movesMoney('Decide a dispute'),
    {
      payment: field('PAYMENT', 'Reference of the payment'),
      state: choice('What became of it', 'opened', 'won', 'lost'),
    },
    disputePayment,
  ),
  'write-off': deed(
    movesMoney('Write off an old debt'),
    { user: USER, currency: field('CURRENCY', 'Currency, e.g. NGN') },
    writeOff,
  ),
  'balance-sheet': list('Balance sheet', 'the books are empty', [], ({ db }) => balanceSheet(db)),
  failed: list('Stuck deliveries', 'nothing was given up', ['requeue'], listFailed),
  requeue: deed(
    forSupport('Try a delivery again'),
    { kind: choice('Kind', ...REQUEUED), id: field('ID', 'Id, as the list shows it') },
    requeue,
  ),
  payment: ending('Ask about a payment', 'PAYMENT', 'Reference of the payment', resolvePayment),
  payout: ending(
    'Ask about a withdrawal',
    'PAYOUT',
    'Reference of the withdrawal',
    resolveDisbursement('payout', PAYOUTS),
  ),
  'payout-review': list(
    'Withdrawals to another name',
    'no withdrawal waits',
    ['payout-allow', 'payout-refuse'],
    listReviews,
  ),
  'payout-allow': deed(movesMoney('Send a withdrawal to another name'), PAYOUT, allowPayout),
  'payout-refuse': deed(movesMoney('Return a withdrawal to another name'), PAYOUT, refusePayout),
  purchase: ending(
    'Ask about a purchase',
    'PURCHASE',
    'Reference of the purchase',
    resolveDisbursement('purchase', PURCHASES),
  ),
  block: deed(forSupport('Block a user'), { user: USER }, setBlocked(true)),
  unblock: deed(forOwner('Let a user in again'), { user: USER }, setBlocked(false)),
  identity: deed(
    { title: 'Record the check of an identity', role: 'money' },
    { user: USER, verdict: choice('Whether it is checked', 'checked', 'unchecked') },
    setIdentity,
  ),
  staff: deed(
    forOwner('Invite a colleague'),
    { name: field('NAME', 'Name, as it is written down'), role: choice('Role', ...STAFF_ROLES) },
    inviteStaff,
  ),
  'staff-remove': deed(
    forOwner('Remove a colleague'),
    { name: field('NAME', 'Name') },
    removeStaff,
  ),
  'receipt-key': deed(
    forOperator('Replace a receipt key'),
    { how: choice('How', 'retire', 'withdraw'), key: field('KEY', 'Key') },
    endReceiptKey,
  ),
  'rotate-secret': {
    ...forOperator('Replace the secret'),
    fields: Closed({}),
    run: async (deps, line, action) => {
      const begun = { action, subject: 'all', outcome: 'begun' };
      await recordAction(deps.db, deps, mandateOf(line), begun);
      if (await rotateSecret(deps))
        return ['everything is encrypted with GOODIES_SECRET: GOODIES_SECRET_OLD can be removed'];
      throw new AdminError(
        'the new secret may not write yet: a connected node was started without it, or it was retired before',
      );
    },
  },
  notice: deed(
    forOwner('Tell something in the notifications'),
    { to: field('USER|all', 'Username, or “all”'), text: field('TEXT', 'What they are told') },
    sendNotice,
  ),
  cases: list('Open cases', 'no case is open', ['case', 'answer', 'decide'], listCases),
  case: deed(forSupport('Show a case'), CASE, showCase),
  answer: deed(
    forSupport('Answer a case'),
    { ...CASE, text: field('TEXT', 'What its user is told') },
    answerCase,
  ),
  decide: deed(
    forSupport('Decide a case'),
    { ...CASE, text: field('TEXT', 'What is decided, as its user reads it') },
    decideCase,
  ),
};

/** @throws AdminError for an unknown or incomplete command, and what it refuses */
export async function runCommand(
  deps: Deps,
  name: string | undefined,
  line: CommandLine,
): Promise<readonly string[]> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const usages = Object.entries(COMMANDS).map(usageOf);
    throw new AdminError(`which command?\n${usages.join('\n')}`);
  }
  assertOperands(name ?? '', command, line.operands.length);
  try {
    return await command.run(deps, line, name ?? '');
  } catch (error) {
    if (error instanceof AlreadyPosted) throw new AdminError('this was done before');
    if (error instanceof AppError) throw new AdminError(error.message);
    throw error;
  }
}

function manualOutcomeOf(line: CommandLine): ManualOutcome | undefined {
  const [, state] = line.operands;
  const proof = textOf(line.proof);
  if (state === undefined && proof === '') return undefined;
  if (state !== 'paid' && state !== 'failed')
    throw new AdminError('a verdict is `paid` or `failed`');
  if (proof === '') throw new AdminError('a verdict needs its proof: --proof TEXT');
  return { isPaid: state === 'paid', proof };
}

function lineOf({
  id,
  originId,
  amount,
  currency,
  owner,
  account,
  voucher,
  ...hold
}: HeldMoney): string {
  const whose = owner ? `@${owner.username}` : account.key;
  const origin = originId === null ? '' : `, played on from hold ${originId}`;
  const came =
    voucher && !isCardMoney(hold) ? `won with ${voucher.ulid}` : `came with ${hold.broughtBy}`;
  return `${id}  ${moneyText(amount, currency)}  ${whose}  until ${hold.heldUntil.toISOString()}  ${came}${origin}: ${becauseOf(hold.reasons)}`;
}
