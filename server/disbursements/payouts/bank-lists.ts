import { HOUR_MS } from '../../../contract/durations.ts';
import type { Bank } from '../../../contract/withdrawals.ts';
import { asName, type Json } from '../../lib/call-gateway.ts';

/** Banks change a few times a year. */
export const BANKS_KEPT_MS = 6 * HOUR_MS;

/** A row of a rail's list; undefined when it has no code or name. */
export function readBank(row: Json, type: Bank['type']): Bank | undefined {
  const [code, name] = [asName(row['code']), asName(row['name'])];
  return code && name ? { type, code, name } : undefined;
}

/** By name, and each code once: the lists of rails have doubles. */
export function sortBanks(banks: readonly (Bank | undefined)[]): Bank[] {
  const byCode = new Map<string, Bank>();
  for (const bank of banks) if (bank && !byCode.has(bank.code)) byCode.set(bank.code, bank);
  return [...byCode.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
