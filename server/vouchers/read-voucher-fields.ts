import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

import { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import { GiveawayFields } from '../../contract/vouchers.ts';
import { ValidationError, faultsByField } from '../http/validation.ts';

const NUMBERS: ReadonlySet<string> = new Set([
  'amount',
  'masked_digits',
  'first_reveal_views',
  'second_reveal_views',
  'remaining_time',
]);
const FLAGS: ReadonlySet<string> = new Set(['is_private', 'restrict_recipient', 'enable_2fa']);
const FLAG_VALUES: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

/**
 * A reader of forms: from texts to the fields that a schema names. An empty text is a field that was left out.
 * It throws ValidationError with a message by field for what is missing, unknown or of the wrong kind.
 */
function readerOf<T extends TSchema>(schema: T): (texts: ReadonlyMap<string, string>) => Static<T> {
  const check = Compile(schema);
  return (texts) => {
    const given = [...texts].filter(([, text]) => text !== '');
    const fields: unknown = Object.fromEntries(
      given.map(([name, text]) => [name, readText(name, text)]),
    );
    if (!check.Check(fields)) throw new ValidationError(faultsByField([...check.Errors(fields)]));
    return fields;
  };
}

export const readGiveawayFields = readerOf(GiveawayFields);
export const readPaymentVoucherFields = readerOf(PaymentVoucherFields);

/** A text that does not read as its kind stays a text, so that the schema names the fault. */
function readText(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return /^-?\d{1,17}(\.\d{1,17})?$/.test(text) ? Number(text) : text;
  if (FLAGS.has(name)) return FLAG_VALUES[text] ?? text;
  return text;
}
