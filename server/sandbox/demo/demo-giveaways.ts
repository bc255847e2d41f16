import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { GiveawayFields } from '../../../contract/vouchers.ts';
import type { EntryRule } from '../../../contract/vouchers/entry-rule.ts';

export interface DemoCover {
  readonly picture: string;
  readonly film?: string;
}

type Reveal = (nowMs: number) => Pick<GiveawayFields, 'reveal_method'> & Partial<GiveawayFields>;

/** State of a giveaway when the demo is seeded; times in ms before or after that. */
export interface DemoGiveaway {
  readonly creator: string;
  /** By default `goodies`. */
  readonly type?: 'mobile' | 'digital';
  /** Major units of the creator's currency. */
  readonly amount: number;
  readonly maskedDigits: 4 | 2;
  readonly reveal: Reveal;
  readonly ageMs: number;
  readonly views: number;
  readonly linkClicks: number;
  readonly network?: string;
  readonly adUrl?: string;
  readonly adCopy?: string;
  readonly cover?: DemoCover;
  readonly entryRule?: EntryRule;
  readonly allowed?: readonly string[];
  /** Wrong guesses, or entries of a lottery. */
  readonly guessers?: readonly string[];
  /** Visitors by sharer. */
  readonly sharers?: Readonly<Record<string, number>>;
  readonly won?: { readonly by: string; readonly agoMs: number };
}

const picture = (name: string): DemoCover => ({ picture: `${name}.webp` });
const views =
  (second: number, first?: number): Reveal =>
  () => ({
    reveal_method: 'views',
    ...(first !== undefined && { first_reveal_views: first }),
    second_reveal_views: second,
  });
const openIn =
  (ms: number): Reveal =>
  (nowMs) => ({ reveal_method: 'time', remaining_time: nowMs + ms });
const drawnIn =
  (ms: number): Reveal =>
  (nowMs) => ({
    reveal_method: 'lottery',
    final_reveal_time: new Date(nowMs + ms).toISOString(),
  });

const GIVEAWAYS: readonly DemoGiveaway[] = [
  {
    creator: 'ada',
    amount: 25_000,
    maskedDigits: 4,
    reveal: views(10_000, 5_000),
    ageMs: 3 * DAY_MS,
    views: 8_412,
    linkClicks: 318,
    adUrl: 'https://example.com/market-week',
    cover: picture('market-stall'),
    guessers: ['chidi_nk', 'segun_ade', 'efua_m', 'chidi_nk'],
    sharers: { segun_ade: 9, njeri_w: 6, chidi_nk: 4, akosua_d: 2 },
  },
  {
    creator: 'ada',
    type: 'mobile',
    amount: 5_000,
    maskedDigits: 2,
    reveal: views(4_000),
    ageMs: 2 * DAY_MS,
    views: 3_720,
    linkClicks: 96,
    network: 'MTN',
    adCopy: 'A month of calls home, paid for by Ada. Share it and the last digits open sooner.',
    cover: picture('airtime-phone'),
    guessers: ['segun_ade', 'brian_k'],
    sharers: { chidi_nk: 3 },
  },
  {
    creator: 'ada',
    amount: 50_000,
    maskedDigits: 4,
    reveal: drawnIn(6 * DAY_MS),
    ageMs: DAY_MS,
    views: 1_204,
    linkClicks: 71,
    adUrl: 'https://example.com/drum-night',
    cover: picture('drum-night'),
    guessers: ['chidi_nk', 'segun_ade', 'kofi', 'wanjiru', 'chidi_nk', 'zainab_y', 'brian_k'],
    sharers: { zainab_y: 5, kwame_b: 3 },
  },
  {
    creator: 'ada',
    amount: 15_000,
    maskedDigits: 2,
    reveal: openIn(26 * HOUR_MS),
    ageMs: 5 * HOUR_MS,
    views: 37,
    linkClicks: 4,
    adCopy: 'For the people who helped with the move. Thank you.',
    cover: picture('weaver-tree'),
    allowed: ['zainab_y', 'chidi_nk', 'kofi'],
    guessers: ['zainab_y'],
  },
  {
    creator: 'zainab_y',
    type: 'digital',
    amount: 10_000,
    maskedDigits: 4,
    reveal: openIn(2 * HOUR_MS + 14 * MINUTE_MS),
    ageMs: 20 * HOUR_MS,
    views: 640,
    linkClicks: 52,
    adUrl: 'https://example.com/night-data',
    cover: picture('signal-hill'),
    guessers: ['chidi_nk'],
  },
  {
    creator: 'zainab_y',
    amount: 7_500,
    maskedDigits: 2,
    reveal: views(1_000),
    ageMs: 9 * HOUR_MS,
    views: 180,
    linkClicks: 11,
    sharers: { ada: 2 },
  },
  {
    creator: 'zainab_y',
    type: 'mobile',
    amount: 2_000,
    maskedDigits: 2,
    reveal: openIn(9 * HOUR_MS),
    ageMs: 7 * HOUR_MS,
    views: 92,
    linkClicks: 6,
    network: 'Airtel',
    adCopy: 'Airtime for one lucky guesser.',
  },
  {
    creator: 'kofi',
    amount: 350,
    maskedDigits: 4,
    reveal: openIn(5 * HOUR_MS + 40 * MINUTE_MS),
    ageMs: 30 * HOUR_MS,
    views: 815,
    linkClicks: 63,
    adUrl: 'https://example.com/grocery-run',
    cover: picture('grocery-basket'),
    guessers: ['akosua_d', 'kwame_b', 'ada'],
    sharers: { kwame_b: 4, akosua_d: 2 },
  },
  {
    creator: 'kofi',
    type: 'mobile',
    amount: 50,
    maskedDigits: 2,
    reveal: views(500),
    ageMs: DAY_MS,
    views: 455,
    linkClicks: 22,
    network: 'MTN',
    adCopy: 'MTN airtime, straight to your wallet.',
    guessers: ['akosua_d'],
  },
  {
    creator: 'efua_m',
    amount: 800,
    maskedDigits: 4,
    reveal: drawnIn(8 * DAY_MS),
    ageMs: 2 * DAY_MS,
    views: 386,
    linkClicks: 29,
    adCopy: 'Lunch for a whole class. The draw is next week.',
    cover: picture('school-lunch'),
    guessers: ['akosua_d', 'kwame_b', 'kofi', 'njeri_w'],
  },
  {
    creator: 'efua_m',
    type: 'digital',
    amount: 120,
    maskedDigits: 4,
    reveal: views(2_500, 1_000),
    ageMs: 12 * HOUR_MS,
    views: 960,
    linkClicks: 85,
    adUrl: 'https://example.com/punch',
    cover: { picture: 'ticket-film-poster.webp', film: 'ticket-film.webm' },
    guessers: ['kofi'],
    sharers: { akosua_d: 5, kofi: 3 },
  },
  {
    creator: 'wanjiru',
    amount: 12_000,
    maskedDigits: 4,
    reveal: drawnIn(4 * DAY_MS),
    ageMs: 36 * HOUR_MS,
    views: 2_118,
    linkClicks: 140,
    adUrl: 'https://example.com/harvest',
    guessers: ['njeri_w', 'brian_k', 'otieno254', 'ada', 'njeri_w'],
    sharers: { brian_k: 7, njeri_w: 5, otieno254: 1 },
  },
  {
    creator: 'wanjiru',
    type: 'digital',
    amount: 3_000,
    maskedDigits: 4,
    reveal: views(6_000, 2_000),
    ageMs: 4 * DAY_MS,
    views: 5_640,
    linkClicks: 201,
    adCopy: 'One more push and the next digit opens.',
    guessers: ['brian_k', 'njeri_w'],
  },
  {
    creator: 'wanjiru',
    type: 'mobile',
    amount: 500,
    maskedDigits: 2,
    reveal: drawnIn(2 * DAY_MS),
    ageMs: 6 * HOUR_MS,
    views: 58,
    linkClicks: 3,
    network: 'Airtel',
  },
  {
    creator: 'otieno254',
    type: 'mobile',
    amount: 1_500,
    maskedDigits: 2,
    reveal: openIn(18 * HOUR_MS),
    ageMs: 16 * HOUR_MS,
    views: 733,
    linkClicks: 47,
    network: 'Safaricom',
    adUrl: 'https://example.com/ride-home',
    cover: picture('city-bus'),
    guessers: ['njeri_w', 'wanjiru'],
  },
  {
    creator: 'otieno254',
    amount: 900,
    entryRule: 'aged',
    maskedDigits: 2,
    reveal: views(300),
    ageMs: 2 * HOUR_MS,
    views: 41,
    linkClicks: 2,
  },
  {
    creator: 'ada',
    amount: 20_000,
    maskedDigits: 4,
    reveal: views(3_000, 1_500),
    ageMs: 9 * DAY_MS,
    views: 2_240,
    linkClicks: 155,
    guessers: ['segun_ade', 'kofi', 'segun_ade'],
    sharers: { segun_ade: 6, akosua_d: 3 },
    won: { by: 'chidi_nk', agoMs: 3 * DAY_MS },
  },
  {
    creator: 'kofi',
    type: 'mobile',
    amount: 100,
    maskedDigits: 2,
    reveal: views(800),
    ageMs: 4 * DAY_MS,
    views: 612,
    linkClicks: 33,
    network: 'Telecel',
    guessers: ['kwame_b'],
    won: { by: 'akosua_d', agoMs: DAY_MS },
  },
  {
    creator: 'wanjiru',
    amount: 5_000,
    maskedDigits: 2,
    reveal: openIn(-2 * DAY_MS),
    ageMs: 6 * DAY_MS,
    views: 1_870,
    linkClicks: 98,
    guessers: ['brian_k', 'njeri_w'],
    sharers: { njeri_w: 4 },
    won: { by: 'ada', agoMs: 2.5 * DAY_MS },
  },
];

/** Oldest first, as they would have been posted. */
export const DEMO_GIVEAWAYS = GIVEAWAYS.toSorted((a, b) => b.ageMs - a.ageMs);
