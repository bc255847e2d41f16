import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

import { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import { GiveawayFields } from '../../contract/vouchers.ts';
import { invalid, readTexts } from '../http/validation.ts';

/**
 * A reader of forms: from texts to the fields that a schema names. An empty text is a field that was left out.
 * It throws AppError `validation_failed` with a message by field for what is missing, unknown or of the wrong kind.
 */
function readerOf<T extends TSchema>(schema: T): (texts: ReadonlyMap<string, string>) => Static<T> {
  const check = Compile(schema);
  return (texts) => {
    const given = [...texts].filter(([, text]) => text !== '');
    const fields = readTexts(schema, Object.fromEntries(given));
    if (!check.Check(fields)) throw invalid(check.Errors(fields));
    return fields;
  };
}

export const readGiveawayFields = readerOf(GiveawayFields);
export const readPaymentVoucherFields = readerOf(PaymentVoucherFields);
