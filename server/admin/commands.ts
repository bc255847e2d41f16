import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
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
import {
  AdminError,
  type Deed,
  type Mandate,
  recordAction,
  type ManualOutcome,
} from './record-action.ts';
import { refund } from './refund.ts';
import { listFailed, requeue } from './requeue.ts';
import { resolveDisbursement, resolvePayment } from './resolve.ts';

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

type Operands = CommandLine['operands'];

/** A command that is one transaction, in which it is recorded. */
const deed = (
  usage: string,
  count: number,
  run: (tx: Db, deps: Deps, operands: Operands, mandate: Mandate) => Promise<Deed>,
  least = count,
): Command => ({
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

/** A command that ends a stuck payment or disbursement. */
const ending = (
  name: string,
  run: (
    deps: Deps,
    reference: string,
    manual: ManualOutcome | undefined,
    mandate: Mandate,
  ) => Promise<string>,
): Command => ({
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

const COMMANDS: Readonly<Record<string, Command>> = {
  find: deed('USER|VOUCHER|REFERENCE', 1, (tx, deps, [text = '']) => lookUp(tx, deps, text)),
  feature: deed('VOUCHER', 1, (tx, deps, [ulid = '']) => feature(tx, deps, ulid, true)),
  unfeature: deed('VOUCHER', 1, (tx, deps, [ulid = '']) => feature(tx, deps, ulid, false)),
  holds: list('nothing is held', async (deps) => {
    const held = await listHolds(deps.db, dateOf(deps.clock));
    return held.map(lineOf);
  }),
  hold: deed('VOUCHER USER', 2, holdPrize),
  release: deed('HOLD', 1, (tx, deps, operands) => releaseHold(tx, deps, holdOf(operands)), 0),
  reverse: deed(
    'HOLD',
    1,
    (tx, deps, operands, mandate) => reverseHold(tx, deps, holdOf(operands), mandate),
    0,
  ),
  refund: deed('PAYMENT|VOUCHER', 1, (tx, deps, [name = ''], mandate) =>
    refund(tx, deps, name, mandate),
  ),
  failed: list('nothing was given up', listFailed),
  requeue: deed('job|mail|webhook|notice ID', 2, requeue),
  payment: ending('PAYMENT', resolvePayment),
  payout: ending('PAYOUT', (deps, reference, manual, mandate) =>
    resolveDisbursement(deps, { action: 'payout', kind: PAYOUTS, reference }, manual, mandate),
  ),
  purchase: ending('PURCHASE', (deps, reference, manual, mandate) =>
    resolveDisbursement(deps, { action: 'purchase', kind: PURCHASES, reference }, manual, mandate),
  ),
  block: deed('USER', 1, (tx, deps, [login = ''], mandate) =>
    setBlocked(tx, deps, login, true, mandate),
  ),
  unblock: deed('USER', 1, (tx, deps, [login = ''], mandate) =>
    setBlocked(tx, deps, login, false, mandate),
  ),
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

function holdOf(operands: Operands): number {
  const [text = ''] = operands;
  if (operands.length !== 1 || !/^[1-9]\d{0,8}$/.test(text))
    throw new AdminError('the number of a hold is needed; `holds` lists them');
  return Number(text);
}

function mandateOf(line: CommandLine): Mandate {
  const [by, why] = [textOf(line.by), textOf(line.why)];
  if (by === '' || why === '')
    throw new AdminError(`who does it, and why, is written down: ${MANDATE}`);
  return { by, why };
}

/** The outcome on the command line; undefined where it has none. */
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

/**
 * Replaces the key that signs receipts: `retire` leaves the old one published, so that its receipts stay valid;
 * `withdraw` removes it because it leaked.
 */
async function endReceiptKey(tx: Db, deps: Deps, [how = '', kid = '']: Operands): Promise<Deed> {
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
}
