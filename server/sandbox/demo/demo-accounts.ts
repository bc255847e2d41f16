import type { RegionKey } from '../../../contract/region-table.ts';

/** The password of every demo account. Public: demo data exists beside the sandbox only. */
export const DEMO_PASSWORD = 'goodies-demo';

export interface DemoPerson {
  readonly username: string;
  readonly region: RegionKey;
  readonly isPremium?: true;
  /** Coins to start with. */
  readonly coins?: number;
  /** What is paid into the wallet, major units of the region's currency. */
  readonly topup?: number;
}

/** The three that are introduced to people, and those who make the place look lived in. */
const SHOWN: readonly DemoPerson[] = [
  { username: 'ada', region: 'nigeria', coins: 1_250, topup: 180_000 },
  { username: 'kofi', region: 'ghana', coins: 400, topup: 1_200 },
  { username: 'wanjiru', region: 'kenya', coins: 800, topup: 32_000, isPremium: true },
];

const OTHERS: readonly DemoPerson[] = [
  { username: 'zainab_y', region: 'nigeria', topup: 30_000 },
  { username: 'chidi_nk', region: 'nigeria', coins: 300 },
  { username: 'segun_ade', region: 'nigeria', coins: 200 },
  { username: 'efua_m', region: 'ghana', topup: 1_500 },
  { username: 'akosua_d', region: 'ghana', coins: 250 },
  { username: 'kwame_b', region: 'ghana', coins: 100 },
  { username: 'otieno254', region: 'kenya', topup: 6_000 },
  { username: 'njeri_w', region: 'kenya', coins: 350 },
  { username: 'brian_k', region: 'kenya', coins: 150 },
];

export const DEMO_PEOPLE: readonly DemoPerson[] = [...SHOWN, ...OTHERS];

export const demoEmail = (username: string): string => `${username}@goodies.test`;

/** Addresses to sign in with, as the server prints them at start. */
export const DEMO_ACCOUNTS: readonly string[] = SHOWN.map(({ username }) => demoEmail(username));
