import { CURRENCIES } from '../../../contract/money.ts';
import { GIVEAWAY_MASKED_DIGITS } from '../../../contract/constants.ts';
import { ENTRY_RULES } from '../../../contract/vouchers/entry-rule.ts';
import type { GiveawayForm } from './giveaway-form.ts';

const CHOICES: Readonly<Partial<Record<keyof GiveawayForm, readonly unknown[]>>> = {
  type: ['goodies', 'mobile', 'digital'],
  currency: CURRENCIES,
  maskedDigits: GIVEAWAY_MASKED_DIGITS,
  method: ['views', 'time', 'lottery'],
  entryRule: ['', ...ENTRY_RULES],
};

/** What was left on the device, as far as the form of today can hold it. */
export function restoreForm(left: unknown, empty: GiveawayForm): GiveawayForm {
  const found: object = typeof left === 'object' && left !== null ? left : {};
  const kept = Object.entries(found).filter(([name, value]) => {
    if (!Object.hasOwn(empty, name)) return false;
    const field = name as keyof GiveawayForm;
    const choices = CHOICES[field];
    return choices ? choices.includes(value) : typeof value === typeof empty[field];
  });
  return { ...empty, ...Object.fromEntries(kept) };
}
