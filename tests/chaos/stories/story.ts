import { MAX_PAGE_SIZE } from '../../../contract/constants.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import type { VoucherAnswer } from '../../../contract/vouchers.ts';
import type { TransactionsAnswer } from '../../../contract/wallet.ts';
import type { Answer, Call } from '../caller.ts';
import { registerOf, walletOf, type Operation } from '../history/operation.ts';
import { CANCELLED, movementOf, readRegister, readWallet, takenBy } from '../history/read-lists.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';

const API = '/api/v1';
const CODE_DIGITS = 13;
/** Of a payment voucher that is paid for from the wallet, minor units. */
const VOUCHER_FEE_MINOR = 10_000n;

/** A voucher that was made, with the code that its creator knows. */
export interface Made {
  readonly ulid: string;
  readonly code: string;
  readonly creator: Person;
  readonly amountMinor: bigint;
}

type Asked = Pick<Call, 'body' | 'form'> & {
  /** What it appends if it is done, for the history. */
  readonly appends?: (answer?: Answer) => Operation['appends'];
  /** From when on it may have happened, where that is before it is asked. */
  readonly sinceMs?: number;
};

/** What some people do one after the other, or at once; `key` begins the keys of all their calls. */
export class Story {
  readonly world: World;
  readonly random: Random;
  readonly #key: string;
  #calls = 0;

  constructor(world: World, random: Random, key: string) {
    this.world = world;
    this.random = random;
    this.#key = key;
  }

  /** Asks until it is answered for good, each time with the same key. */
  async ask(person: Person, path: string, { appends, sinceMs, ...what }: Asked): Promise<Answer> {
    this.#calls += 1;
    const key = `${this.#key}-${this.#calls}`;
    const { token, username } = person;
    const call = { token, path: `${API}${path}`, key, ...what };
    const asked = { name: `${key} of ${username}`, beganMs: sinceMs ?? performance.now() };
    const answer = await this.world.caller.untilAnswered(call).catch((error: unknown) => {
      this.#record({ ...asked, endedMs: Infinity, outcome: 'unknown' }, appends?.());
      throw error;
    });
    const { status, code } = answer;
    const outcome = status < 300 ? 'done' : 'refused';
    this.#record({ ...asked, endedMs: performance.now(), outcome }, appends?.(answer));
    this.world.journal.note('answered', { key, path, user: person.userId, status, code });
    const name = path.replace(/[0-9A-Z]{26}/, '{ulid}');
    const answers = this.world.answers.get(name) ?? { done: 0, refused: 0 };
    answers[status < 300 ? 'done' : 'refused'] += 1;
    this.world.answers.set(name, answers);
    return answer;
  }

  /** Asks something that changes nothing, once. */
  read(person: Person | undefined, path: string, headers: Call['headers'] = {}): Promise<Answer> {
    const token = person && { token: person.token };
    return this.world.caller.once({ method: 'GET', path: `${API}${path}`, headers, ...token });
  }

  /** Looks at a voucher, for the history. */
  async lookAt(person: Person, ulid: string): Promise<void> {
    await this.#look(person, `/vouchers/${ulid}`, (body) => [
      registerOf(ulid),
      readRegister(body as unknown as VoucherAnswer),
    ]);
  }

  /** Looks at all that moved in a wallet, for the history. */
  async lookInto(person: Person): Promise<void> {
    await this.#look(person, `/transactions?per_page=${MAX_PAGE_SIZE}`, (body) => [
      walletOf(person.userId),
      readWallet(body as unknown as TransactionsAnswer),
    ]);
  }

  async #look(
    person: Person,
    path: string,
    read: (body: Answer['body']) => readonly [list: string, values: string[] | undefined],
  ): Promise<void> {
    const beganMs = performance.now();
    const { status, body } = await this.read(person, path);
    if (status !== 200) return;
    const [list, values] = read(body);
    if (!values) return;
    this.world.history.push({
      name: `a look of ${person.username} after ${this.#key}-${this.#calls}`,
      beganMs,
      endedMs: performance.now(),
      outcome: 'done',
      reads: [[list, values]],
    });
  }

  #record(operation: Operation, appends: Operation['appends']): void {
    if (appends) this.world.history.push({ ...operation, appends });
  }

  /** Odd amounts, so that no two movements are taken for each other. Minor units. */
  amount(min: number, max: number): bigint {
    return BigInt(this.random.between(min, max));
  }

  newCode(): string {
    return Array.from({ length: CODE_DIGITS }, () => this.random.between(0, 9)).join('');
  }

  /** Makes a voucher that waits for its payment. @returns undefined when it was refused */
  async make(
    creator: Person,
    amountMinor: bigint,
    fields: Readonly<Record<string, string>>,
  ): Promise<Made | undefined> {
    const code = this.newCode();
    const form = { amount: `${minorToMajor(amountMinor)}`, currency: 'NGN', code, ...fields };
    const { status, body } = await this.ask(creator, '/vouchers', { form });
    if (status !== 201) return undefined;
    return { ulid: String(dataOf(body)['ulid']), code, creator, amountMinor };
  }

  /** Pays for a voucher from its creator's wallet. @returns whether it was */
  async pay({ ulid, creator, amountMinor }: Made, feeMinor: bigint): Promise<boolean> {
    const amount = minorToMajor(amountMinor);
    const body = { voucher_id: ulid, amount, currency: 'NGN', pin: PIN };
    const { status } = await this.ask(creator, '/vouchers/payment/wallet', {
      body,
      appends: () => [[walletOf(creator.userId), movementOf('voucher_payment', ulid, 'debit')]],
    });
    if (status === 200)
      this.world.model.move(creator, 'voucher_payment', ulid, -(amountMinor + feeMinor));
    return status === 200;
  }

  /** A payment voucher that is paid for. */
  async openVoucher(creator: Person): Promise<Made | undefined> {
    const made = await this.make(creator, this.amount(30_000, 90_000), {
      purpose: 'payment',
      payment_method: 'wallet',
    });
    return made && (await this.pay(made, VOUCHER_FEE_MINOR)) ? made : undefined;
  }

  /** A giveaway or lottery that is paid for, with the tenth on top of its prize. */
  async openGiveaway(
    creator: Person,
    fields: Readonly<Record<string, string>>,
  ): Promise<Made | undefined> {
    const made = await this.make(creator, this.amount(20_000, 90_000), {
      purpose: 'giveaway',
      masked_digits: '2',
      ...fields,
    });
    return made && (await this.pay(made, (made.amountMinor + 9n) / 10n)) ? made : undefined;
  }

  people(count: number): Person[] {
    return this.random.pickSome(this.world.people, count);
  }
}

/** What stands under `data` in an answer. */
export const dataOf = (body: Answer['body']): Answer['body'] =>
  (body['data'] ?? {}) as Answer['body'];

/** What a payment appends that its payer was told to be settled. */
export const appendsOfPayment =
  ({ userId }: Person, movement: string): NonNullable<Asked['appends']> =>
  (answer) =>
    answer && dataOf(answer.body)['status'] === 'settled' ? [[walletOf(userId), movement]] : [];

/** What an operation appends that takes a voucher: to the wallet of who takes it, and to the voucher. */
export const appendsOfTaking =
  ({ userId, username }: Person, kind: string, ulid: string): NonNullable<Asked['appends']> =>
  () => [
    [walletOf(userId), movementOf(kind, ulid, 'credit')],
    [registerOf(ulid), kind === 'voucher_refund' ? CANCELLED : takenBy(username)],
  ];
