import { Compile } from 'typebox/compile';

import { GiveawayFields } from '../../contract/vouchers.ts';
import { ValidationError, faultsByField } from '../http/validation.ts';

const NUMBERS: ReadonlySet<string> = new Set([
  'amount',
  'masked_digits',
  'first_reveal_views',
  'second_reveal_views',
  'remaining_time',
]);
const FLAGS: ReadonlySet<string> = new Set(['is_private']);
const FLAG_VALUES: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

const check = Compile(GiveawayFields);

/**
 * Reads the texts of a form into the fields of a giveaway. An empty text is a field that was left out.
 * @throws ValidationError with a message by field for what is missing, unknown or of the wrong kind.
 */
export function readGiveawayFields(texts: ReadonlyMap<string, string>): GiveawayFields {
  const given = [...texts].filter(([, text]) => text !== '');
  const fields: unknown = Object.fromEntries(
    given.map(([name, text]) => [name, readText(name, text)]),
  );
  if (!check.Check(fields)) throw new ValidationError(faultsByField([...check.Errors(fields)]));
  return fields;
}

/** A text that does not read as its kind stays a text, so that the schema names the fault. */
function readText(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return /^-?\d{1,17}(\.\d{1,17})?$/.test(text) ? Number(text) : text;
  if (FLAGS.has(name)) return FLAG_VALUES[text] ?? text;
  return text;
}
