import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { PAYOUTS } from '../disbursements/payouts.ts';
import { PURCHASES } from '../disbursements/purchases.ts';
import { replaceSigningKey, withdrawReceiptKey } from '../giveaways/receipts.ts';
import { AppError } from '../http/app-error.ts';
import { AlreadyPosted } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import { rotateSecret } from '../rotation/key-ring.ts';
import { becauseOf } from '../wallet/read-statement.ts';
import { feature, sendNotice, setBlocked } from './moderate.ts';
import { holdPrize, releaseHold, reverseHold, type HeldMoney, listHolds } from './holds.ts';
import { lookUp } from './look-up.ts';
import { type Act, AdminError, type Mandate, recordAction } from './record-action.ts';
import { refund } from './refund.ts';
import { listFailed, requeue } from './requeue.ts';
import {
  type ManualOutcome,
  type Resolve,
  resolveDisbursement,
  resolvePayment,
} from './resolve.ts';

export interface CommandLine {
  readonly operands: readonly string[];
  readonly by?: string | undefined;
  readonly why?: string | undefined;
  readonly proof?: string | undefined;
}

interface Command {
  readonly usage: string;
  readonly operands: readonly [least: number, most: number];
  /** @returns lines to print */
  readonly run: (deps: Deps, line: CommandLine, name: string) => Promise<readonly string[]>;
}

const MANDATE = '--by NAME --why TEXT';
/** The most that is stored of a name, reason or proof. */
const TEXT_MAX_CHARS = 1_000;

const deed = (usage: string, count: number, run: Act, least = count): Command => ({
  usage: `${usage} ${MANDATE}`,
  operands: [least, count],
  run: async (deps, line, name) => {
    const mandate = mandateOf(line);
    return inTransaction(deps.db, async (tx) => {
      const { lines, ...done } = await run(tx, deps, line.operands, mandate);
      await recordAction(tx, deps, mandate, { action: name, ...done });
      return lines ?? [done.outcome];
    });
  },
});

const ending = (name: string, run: Resolve): Command => ({
  usage: `${name} [paid|failed --proof TEXT] ${MANDATE}`,
  operands: [1, 2],
  run: async (deps, line) => [
    await run(deps, line.operands[0] ?? '', manualOutcomeOf(line), mandateOf(line)),
  ],
});

/** A read-only command; it is recorded because it shows personal data. */
const list = (none: string, read: (deps: Deps) => Promise<readonly string[]>): Command => ({
  usage: MANDATE,
  operands: [0, 0],
  run: async (deps, line, action) => {
    const looked = { action, subject: 'all', outcome: 'looked at' };
    await recordAction(deps.db, deps, mandateOf(line), looked);
    const lines = await read(deps);
    return lines.length > 0 ? lines : [none];
  },
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

const COMMANDS: Readonly<Record<string, Command>> = {
  find: deed('USER|VOUCHER|REFERENCE', 1, lookUp),
  feature: deed('VOUCHER', 1, feature(true)),
  unfeature: deed('VOUCHER', 1, feature(false)),
  holds: list('nothing is held', async (deps) => {
    const held = await listHolds(deps.db, dateOf(deps.clock));
    return held.map(lineOf);
  }),
  hold: deed('VOUCHER USER', 2, holdPrize),
  release: deed('HOLD', 1, releaseHold, 0),
  reverse: deed('HOLD', 1, reverseHold, 0),
  refund: deed('PAYMENT|VOUCHER', 1, refund),
  failed: list('nothing was given up', listFailed),
  requeue: deed('job|mail|webhook|notice ID', 2, requeue),
  payment: ending('PAYMENT', resolvePayment),
  payout: ending('PAYOUT', resolveDisbursement('payout', PAYOUTS)),
  purchase: ending('PURCHASE', resolveDisbursement('purchase', PURCHASES)),
  block: deed('USER', 1, setBlocked(true)),
  unblock: deed('USER', 1, setBlocked(false)),
  'receipt-key': deed('retire|withdraw KEY', 2, endReceiptKey),
  'rotate-secret': {
    usage: MANDATE,
    operands: [0, 0],
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
  notice: deed('USER|all TEXT', 2, sendNotice),
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
  const [least, most] = command.operands;
  if (line.operands.length < least || line.operands.length > most)
    throw new AdminError(`it is\n${usageOf([name ?? '', command])}`);
  try {
    return await command.run(deps, line, name ?? '');
  } catch (error) {
    if (error instanceof AlreadyPosted) throw new AdminError('this was done before');
    if (error instanceof AppError) throw new AdminError(error.message);
    throw error;
  }
}

const usageOf = ([name, { usage }]: readonly [string, Command]): string =>
  `  npm run admin -- ${name} ${usage}`.trimEnd();

function mandateOf(line: CommandLine): Mandate {
  const [by, why] = [textOf(line.by), textOf(line.why)];
  if (by === '' || why === '')
    throw new AdminError(`who does it, and why, is written down: ${MANDATE}`);
  return { by, why };
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

function textOf(given: string | undefined): string {
  const text = (given ?? '').trim();
  if (text.length > TEXT_MAX_CHARS)
    throw new AdminError(`a text has at most ${TEXT_MAX_CHARS} characters`);
  return text;
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
  return `${id}  ${moneyText(amount, currency)}  ${whose}  until ${hold.heldUntil.toISOString()}  won with ${voucher.ulid}${origin}: ${becauseOf(hold.reasons)}`;
}
