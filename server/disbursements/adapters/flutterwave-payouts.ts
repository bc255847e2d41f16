import { DAY_MS } from '../../../contract/durations.ts';
import { type Currency, minorToMajor } from '../../../contract/money.ts';
import type { Bank } from '../../../contract/withdrawals.ts';
import type { Clock } from '../../clock.ts';
import type { FlutterwaveSettings } from '../../config/config.ts';
import {
  asName,
  asObject,
  createKeyedCall,
  dataOf,
  GatewayError,
  type Json,
  type KeyedCall,
  rowsOf,
} from '../../lib/call-gateway.ts';
import { keepFor } from '../../lib/keep-for.ts';
import {
  BANKS_CACHE_MS,
  findInPages,
  isCount,
  type KnownTransfer,
  type PayoutRail,
  type AdapterParts,
  type ProviderResponse,
  readBank,
  sortBanks,
  type Transfer,
  unlessRefused,
  unlessUnknown,
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

const STATES: Readonly<Record<string, ProviderResponse['state']>> = {
  SUCCESSFUL: 'paid',
  FAILED: 'failed',
  REVERSED: 'failed',
};

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
      const answer = await unlessUnknown(call('/accounts/resolve', asked));
      return asName(dataOf(answer ?? {})['account_name']);
    },
    async send(transfer) {
      const sent = call('/transfers', bodyOf(transfer)).then((answer) =>
        readResponse(dataOf(answer), transfer),
      );
      return unlessRefused(sent, () => findInList(call, clock, transfer));
    },
    async find(transfer) {
      const { railReference } = transfer;
      if (!railReference) return findInList(call, clock, transfer);
      return readResponse(dataOf(await call(`/transfers/${railReference}`)), transfer);
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
  return {
    account_bank: destination.code,
    account_number: destination.accountNumber,
    amount: minorToMajor(amountMinor),
    currency,
    debit_currency: currency,
    reference,
    narration: 'Goodies withdrawal',
    beneficiary_name: destination.accountName,
    ...(destination.type === 'mobile_money' && {
      meta: { sender: 'Goodies', sender_country: code, mobile_number: destination.accountNumber },
    }),
  };
}

async function findInList(
  call: KeyedCall,
  clock: Clock,
  transfer: KnownTransfer,
): Promise<ProviderResponse> {
  const { reference, createdAt } = transfer;
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const readPage = async (page: number) => {
    const query = new URLSearchParams({
      reference,
      from: dayOf(createdAt.getTime() - DAY_MS),
      to: dayOf(clock.now() + DAY_MS),
      page: String(page),
    });
    const answer = await call(`/transfers?${query.toString()}`);
    const { total, total_pages: pages } = asObject(asObject(answer['meta'])?.['page_info']) ?? {};
    const named = rowsOf(answer).filter((row) => asName(row['reference']) !== undefined);
    const { data, status } = answer;
    const isList = status === 'success' && Array.isArray(data) && named.length === data.length;
    const isReadable = isList && isCount(total) && isCount(pages);
    return { rows: isReadable ? named : [], total, pages, isReadable };
  };
  const isIt = (row: Json): boolean => row['reference'] === reference;
  const row = await findInPages('transfers of Flutterwave', readPage, isIt);
  return row ? readResponse(row, transfer) : { state: 'unknown' };
}

function readResponse(data: Json, { reference }: KnownTransfer): ProviderResponse {
  const status = asName(data['status']);
  if (data['reference'] !== reference || !status)
    throw new GatewayError('Flutterwave answered about another transfer');
  return { state: STATES[status] ?? 'processing', providerReference: asName(data['id']) };
}
