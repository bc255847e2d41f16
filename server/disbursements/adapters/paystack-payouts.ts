import type { Currency } from '../../../contract/money.ts';
import type { Bank, DestinationType } from '../../../contract/withdrawals.ts';
import type { PaystackSettings } from '../../config/config.ts';
import {
  asName,
  asObject,
  createKeyedCall,
  dataOf,
  GatewayError,
  type Json,
  type KeyedCall,
  rowsOf,
  unlessFault,
} from '../../lib/call-gateway.ts';
import { keepFor } from '../../lib/keep-for.ts';
import {
  BANKS_CACHE_MS,
  type Destination,
  type PayoutRail,
  type AdapterParts,
  type ProviderResponse,
  readBank,
  sortBanks,
  type Transfer,
  unlessUnknown,
} from './providers.ts';

export const PAYSTACK_RAIL = 'paystack';

interface Country {
  readonly code: 'NG' | 'GH';
  readonly name: string;
  readonly phoneCode: string;
  readonly accountTypes: Readonly<Partial<Record<DestinationType, string>>>;
}

const COUNTRIES: Readonly<Partial<Record<Currency, Country>>> = {
  NGN: { code: 'NG', name: 'nigeria', phoneCode: '234', accountTypes: { bank: 'nuban' } },
  GHS: {
    code: 'GH',
    name: 'ghana',
    phoneCode: '233',
    accountTypes: { mobile_money: 'mobile_money', bank: 'ghipss' },
  },
};
const BANKS_PER_PAGE = 100;
const MAX_PAGES = 20;

/** Other states, such as `otp`, `pending` or `received`, are open. */
const STATES: Readonly<Record<string, ProviderResponse['state']>> = {
  success: 'paid',
  failed: 'failed',
  reversed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
};

/** Transfers of Paystack, in Nigeria and Ghana. Amounts are minor units. */
export function createPaystackRail(settings: PaystackSettings, parts: AdapterParts): PayoutRail {
  const { clock, timeoutMs } = parts;
  const callFor = (currency: Currency): { call: KeyedCall; country: Country } => {
    const country = COUNTRIES[currency];
    const secretKey = country && settings.secretKeys[country.code];
    if (!country || !secretKey) throw new Error(`no Paystack account for ${currency}`);
    const { baseUrl } = settings;
    const call = createKeyedCall('Paystack', { baseUrl, secretKey, timeoutMs });
    return { call, country };
  };
  const find = async (call: KeyedCall, reference: string): Promise<ProviderResponse> => {
    const answer = await unlessFault(call(`/transfer/verify/${reference}`), isUnknown);
    return answer ? readResponse(answer, reference) : { state: 'unknown' };
  };

  return {
    name: PAYSTACK_RAIL,
    listBanks: keepFor(BANKS_CACHE_MS, clock, async (currency) => {
      const { call, country } = callFor(currency);
      const lists: Bank[] = [];
      for (const type of ['mobile_money', 'bank'] as const) {
        const kind = country.accountTypes[type];
        if (kind) lists.push(...sortBanks(await readBanks(call, country, kind, type)));
      }
      return lists;
    }),
    async resolveAccount(currency, bank, accountNumber) {
      const { call, country } = callFor(currency);
      const query = new URLSearchParams({
        account_number: numberFor(bank.type, accountNumber, country),
        bank_code: bank.code,
      });
      const answer = await unlessUnknown(call(`/bank/resolve?${query.toString()}`));
      return asName(dataOf(answer ?? {})['account_name']);
    },
    async send(transfer) {
      const { call, country } = callFor(transfer.currency);
      try {
        const recipient = await createRecipient(call, country, transfer);
        return readResponse(await startTransfer(call, transfer, recipient), transfer.reference);
      } catch (error) {
        if (!(error instanceof GatewayError) || !error.refused) throw error;
        // A duplicate reference was accepted before, so its state counts.
        if (isDuplicate(error)) return find(call, transfer.reference);
        return { state: 'refused', reason: error.message };
      }
    },
    find: ({ reference, currency }) => find(callFor(currency).call, reference),
  };
}

async function readBanks(
  call: KeyedCall,
  country: Country,
  kind: string,
  type: DestinationType,
): Promise<(Bank | undefined)[]> {
  const banks: (Bank | undefined)[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      country: country.name,
      type: kind,
      use_cursor: 'true',
      perPage: String(BANKS_PER_PAGE),
      ...(next ? { next } : {}),
    });
    const answer = await call(`/bank?${query.toString()}`);
    const rows = rowsOf(answer).filter((row) => row['active'] !== false && !row['is_deleted']);
    banks.push(...rows.map((row) => readBank(row, type)));
    next = asName(asObject(answer['meta'])?.['next']);
    if (!next) break;
  }
  return banks;
}

/** In Ghana phones are written without their country code. */
const numberFor = (type: DestinationType, accountNumber: string, { phoneCode }: Country): string =>
  type === 'mobile_money' ? `0${accountNumber.slice(phoneCode.length)}` : accountNumber;

async function createRecipient(
  call: KeyedCall,
  country: Country,
  { currency, destination }: { currency: Currency; destination: Destination },
): Promise<string> {
  const answer = await call('/transferrecipient', {
    type: country.accountTypes[destination.type],
    name: destination.accountName,
    account_number: numberFor(destination.type, destination.accountNumber, country),
    bank_code: destination.code,
    currency,
  });
  const code = asName(dataOf(answer)['recipient_code']);
  if (!code) throw new GatewayError('Paystack named no recipient');
  return code;
}

const startTransfer = (call: KeyedCall, transfer: Transfer, recipient: string): Promise<Json> =>
  call('/transfer', {
    source: 'balance',
    amount: Number(transfer.amountMinor),
    currency: transfer.currency,
    recipient,
    reference: transfer.reference,
    reason: 'Goodies withdrawal',
  });

function readResponse(answer: Json, reference: string): ProviderResponse {
  const data = dataOf(answer);
  const status = asName(data['status']);
  if (data['reference'] !== reference || !status)
    throw new GatewayError('Paystack answered about another transfer');
  return {
    state: STATES[status] ?? 'processing',
    providerReference: asName(data['transfer_code']),
  };
}

const wordsOf = ({ answer }: GatewayError): string =>
  `${asName(answer['code']) ?? ''} ${asName(answer['message']) ?? ''}`;

const isDuplicate = (error: GatewayError): boolean => /duplicate|already/i.test(wordsOf(error));

/** Only Paystack's own message counts: a proxy's 404 says nothing about a transfer. */
const isUnknown = (error: GatewayError): boolean =>
  (error.status === 404 || error.status === 400) &&
  error.answer['status'] === false &&
  /not.found/i.test(wordsOf(error));
