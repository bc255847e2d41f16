import type { Defence } from './defence.ts';

const GUESS = 'server/giveaways/guess';
const RISK = 'server/abuse/risk';
const API = 'tests/api';

/** What stands against one person with many accounts, devices or addresses. */
export const FARM_DEFENCES: readonly Defence[] = [
  {
    against: 'work that is done once for many guesses',
    file: `${RISK}/guess-work.ts`,
    line: 'one.voucher === other.voucher && one.user === other.user && one.guess === other.guess;',
    without: 'one.voucher === other.voucher && one.user === other.user;',
    test: `${API}/giveaways`,
  },
  {
    against: 'a burst of newcomers at the same moment',
    file: `${GUESS}/lock-guessers.ts`,
    line: "${lockCrowd('network', 'network')},",
    without: 'null,',
    test: `tests/stress/farms ${API}/giveaways`,
  },
  {
    against: 'a guess in a batch on a giveaway that is ending',
    file: `${GUESS}/judge-guess.ts`,
    line: 'lock.isHeldOpen &&',
    without: 'facts.isOpen &&',
    test: 'tests/stress/guess-batches.test.ts',
  },
  {
    against: 'a giveaway for people of a kind that takes guesses of others',
    file: `${GUESS}/submit-guess.ts`,
    line: 'const code = entryRefusal(voucher.entryRule, entrantOf(account, now.getTime()));',
    without: "const code = entryRefusal('everybody', entrantOf(account, now.getTime()));",
    test: `${API}/giveaways`,
  },
  {
    against: 'a prize of a farm that is gone before anybody looks',
    file: `${RISK}/hold-of.ts`,
    line: 'score > RISK_HOLD_BOUND ?',
    without: 'score > RISK_HOLD_BOUND + 1_000 ?',
    test: `${API}/wallet/holds.test.ts`,
  },
  {
    against: 'held money that leaves',
    file: 'server/ledger/holds.ts',
    line: "if (from.type === 'wallet' && !mayMoveHeld)",
    without: "if (from.type === 'wallet' && !mayMoveHeld && held < 0n)",
    test: `${API}/wallet/holds.test.ts`,
  },
  {
    against: 'many accounts that are paid to one destination',
    file: 'server/disbursements/payouts/destination-owner.ts',
    line: "if (known !== undefined && known !== userId) throw new AppError('destination_taken');",
    without: 'if (known !== undefined && known !== userId) return;',
    test: `${API}/wallet/destinations.test.ts`,
  },
  {
    against: 'two accounts that name one destination at the same moment',
    file: 'server/disbursements/payouts/destination-owner.ts',
    line: "if ((await findOwner(tx, parts, destination)) !== userId) throw new AppError('destination_taken');",
    without: '',
    test: 'tests/stress/farms',
  },
  {
    against: 'invented devices that open digits',
    file: 'server/giveaways/views/viewer-of.ts',
    line: 'if (id !== undefined && work > 0) {',
    without: 'if (id !== undefined) {',
    test: `${API}/giveaways/qualified-visits.test.ts`,
  },
  {
    against: 'one network that opens digits with its devices',
    file: 'server/giveaways/views/record-views.ts',
    line: 'trust = ${TRUST.device} and (share is null or place <= share) as is_counted',
    without: 'trust = ${TRUST.device} as is_counted',
    test: `${API}/giveaways/qualified-visits.test.ts`,
  },
  {
    against: 'devices of one network that are all proven at once',
    file: 'server/abuse/devices/prove-device.ts',
    line: 'if (done * GROWTH_ALLOWED < (await workNeeded(tx, worker, since))) return undefined;',
    without: '',
    test: `${API}/devices/devices.test.ts`,
  },
  {
    against: 'a sharer who arrives on a device of their own',
    file: 'server/giveaways/sharing/find-judged-arrivals.ts',
    line: "then 'own_device'",
    without: 'then null',
    test: `${API}/giveaways/sharing.test.ts`,
  },
  {
    against: 'a sharer who arrives with an account that is paid to the same destination',
    file: 'server/giveaways/sharing/find-judged-arrivals.ts',
    line: "then 'own_destination'",
    without: 'then null',
    test: `${API}/giveaways/sharing.test.ts`,
  },
  {
    against: 'sharers who bring each other',
    file: 'server/giveaways/sharing/find-judged-arrivals.ts',
    line: "then 'loop'",
    without: 'then null',
    test: `${API}/giveaways/sharing.test.ts`,
  },
  {
    against: 'arrivals of a moment',
    file: 'server/giveaways/sharing/find-judged-arrivals.ts',
    line: "then 'short_visit'",
    without: 'then null',
    test: `${API}/giveaways/sharing.test.ts`,
  },
];
