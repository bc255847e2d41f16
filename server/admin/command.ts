import { Type, type TObject, type TSchema } from 'typebox';

import { Closed } from '../../contract/common.ts';
import { inTransaction } from '../db/transaction.ts';
import type { StaffRole } from '../db/schema/staff.ts';
import type { Deps } from '../deps.ts';
import { type Act, AdminError, type Mandate, recordAction } from './record-action.ts';

export interface CommandLine {
  readonly operands: readonly string[];
  readonly by?: string | undefined;
  readonly why?: string | undefined;
  readonly proof?: string | undefined;
}

interface Kind {
  /** What the back office calls it. */
  readonly title: string;
  /** The least role in the back office; an `operator` has the command line. */
  readonly role: StaffRole | 'operator';
  /** In the back office a second person has to approve what moves money. */
  readonly movesMoney?: (operands: readonly string[]) => boolean;
}

export interface Command extends Kind {
  /** The operands in their order. `title` stands in the usage, `description` in the form. */
  readonly fields: TObject;
  readonly takesProof?: boolean;
  /** A list shows personal data and changes nothing. */
  readonly isList?: boolean;
  /** Commands whose operands stand first on each line of the list. */
  readonly next?: readonly string[];
  /** @returns lines to print */
  readonly run: (deps: Deps, line: CommandLine, name: string) => Promise<readonly string[]>;
}

const MANDATE = '--by NAME --why TEXT';
/** The most that is stored of a name, reason or proof. */
const TEXT_MAX_CHARS = 1_000;

export const field = (usage: string, label: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_MAX_CHARS, title: usage, description: label });

export const choice = (label: string, ...values: readonly string[]) =>
  Type.Enum([...values], { title: values.join('|'), description: label });

/** A command that is one transaction, in which it is recorded. */
export const deed = (kind: Kind, fields: Readonly<Record<string, TSchema>>, run: Act): Command => ({
  ...kind,
  fields: Closed({ ...fields }),
  run: async (deps, line, name) => {
    const mandate = mandateOf(line);
    return inTransaction(deps.db, async (tx) => {
      const { lines, ...done } = await run(tx, deps, line.operands, mandate);
      await recordAction(tx, deps, mandate, { action: name, ...done });
      return lines ?? [done.outcome];
    });
  },
});

/** A read-only command; it is recorded because it shows personal data. */
export const list = (
  title: string,
  none: string,
  next: readonly string[],
  read: (deps: Deps) => Promise<readonly string[]>,
): Command => ({
  title,
  role: 'support',
  isList: true,
  next,
  fields: Closed({}),
  run: async (deps, line, action) => {
    const looked = { action, subject: 'all', outcome: 'looked at' };
    await recordAction(deps.db, deps, mandateOf(line), looked);
    const lines = await read(deps);
    return lines.length > 0 ? lines : [none];
  },
});

export function mandateOf(line: CommandLine): Mandate {
  const [by, why] = [textOf(line.by), textOf(line.why)];
  if (by === '' || why === '')
    throw new AdminError(`who does it, and why, is written down: ${MANDATE}`);
  return { by, why };
}

export function textOf(given: string | undefined): string {
  const text = (given ?? '').trim();
  if (text.length > TEXT_MAX_CHARS)
    throw new AdminError(`a text has at most ${TEXT_MAX_CHARS} characters`);
  return text;
}

interface FieldText {
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

export interface Field {
  readonly name: string;
  readonly usage: string;
  readonly label: string;
  /** Undefined for free text. */
  readonly choices: readonly string[] | undefined;
  readonly isOptional: boolean;
}

export const fieldsOf = ({ fields }: Pick<Command, 'fields'>): Field[] =>
  Object.entries(fields.properties).map(([name, schema]) => {
    const { title = name, description = name, enum: choices } = schema as FieldText;
    const isOptional = Type.IsOptional(schema);
    return { name, usage: title, label: description, choices, isOptional };
  });

export function usageOf([name, command]: readonly [string, Command]): string {
  const operands = fieldsOf(command).map(({ usage, isOptional }) =>
    isOptional ? `[${usage}${command.takesProof ? ' --proof TEXT' : ''}]` : usage,
  );
  return ['  npm run admin --', name, ...operands, MANDATE].join(' ');
}

/** @throws AdminError with the usage for a wrong number of operands */
export function assertOperands(name: string, command: Command, count: number): void {
  const fields = fieldsOf(command);
  const least = fields.filter(({ isOptional }) => !isOptional).length;
  if (count < least || count > fields.length)
    throw new AdminError(`it is\n${usageOf([name, command])}`);
}
