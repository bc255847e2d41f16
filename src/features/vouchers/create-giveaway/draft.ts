import { CURRENCIES } from '../../../../contract/money.ts';
import { GIVEAWAY_MASKED_DIGITS } from '../../../../contract/constants.ts';
import { ENTRY_RULES } from '../../../../contract/vouchers/entry-rule.ts';
import {
  clearGiveawayDraft,
  readGiveawayDraft,
  type GiveawayDraft,
} from '../../../../local/giveaway-draft.ts';
import { readCreatedVoucher } from '../../../../local/queries/created-vouchers.ts';
import type { MadeVoucher } from '../create/use-create-and-pay.ts';
import { PAID } from '../create/use-late-payment.ts';
import type { GiveawayForm } from './giveaway-form.ts';

const CHOICES: Readonly<Partial<Record<keyof GiveawayForm, readonly unknown[]>>> = {
  type: ['goodies', 'mobile', 'digital'],
  currency: CURRENCIES,
  maskedDigits: GIVEAWAY_MASKED_DIGITS,
  method: ['views', 'time', 'lottery'],
  entryRule: ['', ...ENTRY_RULES],
};

export interface LeftForm extends GiveawayForm {
  readonly made?: MadeVoucher | undefined;
}

/** The giveaway that was made of what was left, so that it is paid for and not made again. */
export function madeOf(left: unknown): MadeVoucher | undefined {
  const { of, ulid } = (left as { readonly made?: Partial<MadeVoucher> } | null)?.made ?? {};
  return typeof of === 'string' && typeof ulid === 'string' ? { of, ulid } : undefined;
}

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

async function isPaid(ulid: string): Promise<boolean> {
  try {
    const { getDatabase } = await import('../../../../local/database.ts');
    const voucher = await readCreatedVoucher(getDatabase(), ulid);
    return voucher !== undefined && PAID.has(voucher.status);
  } catch {
    return false;
  }
}

/** The giveaway that was left; one that was paid meanwhile, at a checkout or in My Vouchers, is no draft any more. */
export async function readDraft(): Promise<GiveawayDraft | undefined> {
  const draft = await readGiveawayDraft();
  const made = madeOf(draft?.form);
  if (!made || !(await isPaid(made.ulid))) return draft;
  await clearGiveawayDraft();
  return undefined;
}
