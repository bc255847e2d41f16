import { DAY_MS } from '../../../contract/durations.ts';
import { type Currency, minorToMajor } from '../../../contract/money.ts';
import type { Bank } from '../../../contract/withdrawals.ts';
import type { Clock } from '../../clock.ts';
import type { FlutterwaveSettings } from '../../config/config.ts';
import { asName, asObject, GatewayError, type Json, rowsOf } from '../../lib/call-gateway.ts';
import { keepFor } from '../../lib/keep-for.ts';
import { createKeyedCall, type KeyedCall } from '../../lib/keyed-call.ts';
import {
  BANKS_CACHE_MS,
  type KnownTransfer,
  type PayoutRail,
  type AdapterParts,
  type RailResponse,
  readBank,
  sortBanks,
  type Transfer,
} from './providers.ts';

export const FLUTTERWAVE_RAIL = 'flutterwave';

interface Country {
  readonly code: 'NG' | 'GH' | 'KE';
  readonly networks: readonly Bank[];
  readonly hasBanks: boolean;
}

const network = (code: string, name: string): Bank => ({ type: 'mobile_money', code, name });

/** In Ghana a bank account also needs its branch, which users do not know. */
const COUNTRIES: Readonly<Partial<Record<Currency, Country>>> = {
  NGN: { code: 'NG', networks: [], hasBanks: true },
  GHS: {
    code: 'GH',
    networks: [
      network('AIRTELTIGO', 'AT Money'),
      network('MTN', 'MTN MoMo'),
      network('VODAFONE', 'Telecel Cash'),
    ],
    hasBanks: false,
  },
  KES: { code: 'KE', networks: [network('MPS', 'M-PESA')], hasBanks: true },
};

const STATES: Readonly<Record<string, RailResponse['state']>> = {
  SUCCESSFUL: 'paid',
  FAILED: 'failed',
  REVERSED: 'failed',
};
const MAX_PAGES = 20;

/** Flutterwave v3, all three countries. Amounts are major units. */
export function createFlutterwaveRail(
  settings: FlutterwaveSettings,
  parts: AdapterParts,
): PayoutRail {
  const { clock, timeoutMs } = parts;
  const call = createKeyedCall('Flutterwave', { ...settings, timeoutMs });

  return {
    name: FLUTTERWAVE_RAIL,
    listBanks: keepFor(BANKS_CACHE_MS, clock, async (currency) => {
      const { code, networks, hasBanks } = countryOf(currency);
      if (!hasBanks) return networks;
      const rows = rowsOf(await call(`/banks/${code}`));
      const banks = sortBanks(rows.map((row) => readBank(row, 'bank')));
      const taken = new Set(networks.map((one) => one.code));
      return [...networks, ...banks.filter((bank) => !taken.has(bank.code))];
    }),
    async resolveAccount(currency, bank, accountNumber) {
      // It tells no names of phones or of accounts elsewhere.
      if (currency !== 'NGN' || bank.type !== 'bank') return null;
      const asked = { account_number: accountNumber, account_bank: bank.code };
      try {
        const { data } = await call('/accounts/resolve', asked);
        return asName(asObject(data)?.['account_name']);
      } catch (error) {
        if (error instanceof GatewayError && [400, 404, 422].includes(error.status))
          return undefined;
        throw error;
      }
    },
    async send(transfer) {
      try {
        return readResponse(
          asObject((await call('/transfers', bodyOf(transfer)))['data']),
          transfer,
        );
      } catch (error) {
        if (!(error instanceof GatewayError) || !error.refused) throw error;
        const known = await findInList(call, clock, transfer);
        return known.state === 'unknown' ? { state: 'refused', reason: error.message } : known;
      }
    },
    async find(transfer) {
      const { railReference } = transfer;
      if (!railReference) return findInList(call, clock, transfer);
      return readResponse(asObject((await call(`/transfers/${railReference}`))['data']), transfer);
    },
  };
}

function countryOf(currency: Currency): Country {
  const country = COUNTRIES[currency];
  if (!country) throw new Error(`Flutterwave does not pay out ${currency}`);
  return country;
}

function bodyOf({ destination, amountMinor, currency, reference }: Transfer): object {
  const { code } = countryOf(currency);
  const isPhone = destination.type === 'mobile_money';
  return {
    account_bank: destination.code,
    account_number: destination.accountNumber,
    amount: minorToMajor(amountMinor),
    currency,
    debit_currency: currency,
    reference,
    narration: 'Goodies withdrawal',
    beneficiary_name: destination.accountName,
    ...(isPhone
      ? {
          meta: {
            sender: 'Goodies',
            sender_country: code,
            mobile_number: destination.accountNumber,
          },
        }
      : {}),
  };
}

/** Flutterwave may ignore the filter, and only a complete list proves that a transfer is unknown. */
async function findInList(
  call: KeyedCall,
  clock: Clock,
  transfer: KnownTransfer,
): Promise<RailResponse> {
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  let seen = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      reference: transfer.reference,
      from: dayOf(transfer.createdAt.getTime() - DAY_MS),
      to: dayOf(clock.now() + DAY_MS),
      page: String(page),
    });
    const { rows, total, pages } = readPage(await call(`/transfers?${query.toString()}`));
    const row = rows.find((one) => one['reference'] === transfer.reference);
    if (row) return readResponse(row, transfer);
    seen += rows.length;
    if (page >= pages) {
      if (seen >= total) return { state: 'unknown' };
      throw new GatewayError('Flutterwave left transfers out of its list');
    }
  }
  throw new GatewayError('Flutterwave has too many transfers to look through');
}

function readPage(answer: Json): { rows: readonly Json[]; total: number; pages: number } {
  const { data, meta, status } = answer;
  const { total, total_pages: pages } = asObject(asObject(meta)?.['page_info']) ?? {};
  const rows = rowsOf(answer).filter((row) => asName(row['reference']) !== undefined);
  if (
    status !== 'success' ||
    !Array.isArray(data) ||
    rows.length !== data.length ||
    !isCount(total) ||
    !isCount(pages)
  )
    throw new GatewayError('Flutterwave listed transfers in an unknown shape');
  return { rows, total, pages };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function readResponse(data: Json | undefined, { reference }: KnownTransfer): RailResponse {
  const [status, railReference] = [asName(data?.['status']), asName(data?.['id'])];
  if (data?.['reference'] !== reference || !status)
    throw new GatewayError('Flutterwave answered about another transfer');
  return { state: STATES[status] ?? 'processing', ...(railReference ? { railReference } : {}) };
}
