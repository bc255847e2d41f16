import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { moneyText } from '../lib/money-text.ts';
import { becauseOf } from '../wallet/because-of.ts';
import { AdminError } from './admin-error.ts';
import { listHolds, type HeldMoney } from './list-holds.ts';
import type { Mandate } from './record-action.ts';
import { releaseHold } from './release-hold.ts';
import { reverseHold } from './reverse-hold.ts';

/** What stood on the command line. */
export interface CommandLine {
  /** Behind the command's name. */
  readonly operands: readonly string[];
  readonly by: string | undefined;
  readonly why: string | undefined;
}

interface Command {
  readonly usage: string;
  /** @returns lines to print */
  readonly run: (deps: Deps, line: CommandLine) => Promise<readonly string[]>;
}

const MANDATE = '--by NAME --why TEXT';

/** Every command of `npm run admin`, by its name. */
const COMMANDS: Readonly<Record<string, Command>> = {
  holds: {
    usage: 'holds',
    run: async (deps) => {
      const held = await listHolds(deps.db, dateOf(deps.clock));
      return held.length > 0 ? held.map(lineOf) : ['nothing is held'];
    },
  },
  release: {
    usage: `release HOLD ${MANDATE}`,
    run: async (deps, line) => [await releaseHold(deps, holdOf(line), mandateOf(line))],
  },
  reverse: {
    usage: `reverse HOLD ${MANDATE}`,
    run: async (deps, line) => [await reverseHold(deps, holdOf(line), mandateOf(line))],
  },
};

/**
 * Runs a command.
 * @throws AdminError for an unknown one, one that is not whole, and what it refuses
 */
export async function runCommand(
  deps: Deps,
  name: string | undefined,
  line: CommandLine,
): Promise<readonly string[]> {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command) {
    const usages = Object.values(COMMANDS).map(({ usage }) => `  npm run admin -- ${usage}`);
    throw new AdminError(`which command?\n${usages.join('\n')}`);
  }
  return command.run(deps, line);
}

function holdOf({ operands }: CommandLine): number {
  const [text = ''] = operands;
  if (operands.length !== 1 || !/^[1-9]\d{0,8}$/.test(text))
    throw new AdminError('the number of a hold is needed; `holds` lists them');
  return Number(text);
}

function mandateOf({ by = '', why = '' }: CommandLine): Mandate {
  if (by.trim() === '' || why.trim() === '')
    throw new AdminError(`who does it, and why, is written down: ${MANDATE}`);
  return { by: by.trim(), why: why.trim() };
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
