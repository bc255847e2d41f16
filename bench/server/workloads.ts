import type { Call, Drive } from './drive.ts';
import { OWN_TRANSACTIONS } from './fill.ts';
import { PEOPLE, personOf, type Planted } from './plant.ts';
import { headersOf } from './stand.ts';

export type Workload = Omit<Drive, 'url' | 'seconds'> & { readonly name: string };

const CONNECTIONS = 32;
/** A node checks 48 guesses at once and refuses the 49th. */
const GUESSERS = 48;
/** Views are answered once a second, so that a closed loop would leave the node idle. */
const VIEWS_PER_SECOND = 1_000;
/** More connections than views that wait for the second's end. */
const VIEW_CONNECTIONS = 1_200;
const FIRST_GUESS = 1_000_000_000_000;
export const PASSWORD = 'a password of the benchmark';
export const REDEMPTION = 'redemption of a payment voucher';

const post = (n: number, path: string, body: object, key?: string): Call => ({
  method: 'POST',
  path: `/api/v1${path}`,
  headers: {
    ...headersOf(n),
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  },
  body: JSON.stringify(body),
});
const get = (n: number, path: string): Call => ({ path: `/api/v1${path}`, headers: headersOf(n) });

/** A repeated pair of user and voucher is refused with a wait. */
const guessCall = (n: number, ulid: string): Call =>
  post(
    personOf(n),
    '/vouchers/submit',
    { voucher_id: ulid, code: `${FIRST_GUESS + n}` },
    `guess-${ulid}-${n}`,
  );

/** A repeated pair counts once in twelve hours. */
const viewCall = (n: number, ulid: string): Call =>
  post(personOf(n), '/vouchers/track-views', { voucher_ids: [ulid] });

export function mixedCalls({ giveaways }: Planted): () => Call {
  const [, , ...spread] = giveaways;
  const turns: Record<string, number> = {};
  const turn = (kind: string): number => (turns[kind] = (turns[kind] ?? -1) + 1);
  const ulidOf = (n: number): string => spread[n % spread.length] ?? '';
  const kinds = {
    g: (n: number) => guessCall(n, ulidOf(n)),
    w: (n: number) => viewCall(n, ulidOf(n)),
    v: (n: number) => get(personOf(n), `/vouchers/${ulidOf(n)}`),
    l: (n: number) => get(personOf(n), '/vouchers'),
    h: () => get(1, '/transactions'),
    p: (n: number) => ({ path: `/v/${ulidOf(n)}` }),
  };
  const order = [...'gwvwlgwvhwgwvlwpgwvl'] as (keyof typeof kinds)[];
  return () => {
    const kind = order[turn('all') % order.length] ?? 'v';
    return kinds[kind](turn(kind));
  };
}

/**
 * Each workload continues after its last run, because a repeated call would be refused with a wait.
 */
export function workloadsOf({ giveaways, codes }: Planted): Workload[] {
  const [crowded = '', , ...spread] = giveaways;
  const ulidOf = (n: number): string => spread[n % spread.length] ?? '';
  const read = (name: string, call: Workload['next']): Workload => ({
    name,
    connections: CONNECTIONS,
    expected: 200,
    next: call,
  });
  return [
    {
      name: `wrong guesses on ${spread.length} giveaways`,
      connections: GUESSERS,
      expected: 422,
      next: (n) => guessCall(n, ulidOf(n)),
    },
    {
      name: 'wrong guesses on one giveaway',
      connections: GUESSERS,
      expected: 422,
      next: (n) => (n < PEOPLE ? guessCall(n, crowded) : undefined),
    },
    {
      ...read('a view tracked', (n) => viewCall(n, ulidOf(n))),
      connections: VIEW_CONNECTIONS,
      perSecond: VIEWS_PER_SECOND,
    },
    read('page of one giveaway', () => ({ path: `/v/${crowded}` })),
    read(`pages of ${spread.length} giveaways`, (n) => ({ path: `/v/${ulidOf(n)}` })),
    read('a giveaway, signed in', (n) => get(personOf(n), `/vouchers/${ulidOf(n)}`)),
    read('open giveaways, page 1', (n) => get(personOf(n), '/vouchers')),
    read(`transactions of one who has ${OWN_TRANSACTIONS}`, () => get(1, '/transactions')),
    read('sign-in', (n) => ({
      ...post(personOf(n), '', { username: `bench_${personOf(n)}`, password: PASSWORD }),
      path: '/api/login',
    })),
    read(REDEMPTION, (n) => {
      const code = codes[n];
      return code === undefined
        ? undefined
        : post(personOf(n), '/vouchers/redeem', { code }, `redeem-${code}`);
    }),
  ];
}
