/** A line of the server that holds something off, and what is to fail when it is not there. */
export interface Defence {
  /** What it holds off, as `docs/security.md` says it. */
  readonly against: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in the file once. */
  readonly line: string;
  /** What stands in its place when the defence is taken away. */
  readonly without: string;
  /** Tests of which one at least fails then. */
  readonly test: string;
}

const GUESS = 'server/giveaways/guess';
const RISK = 'server/giveaways/risk';
const API = 'tests/api';
const GOOGLE = 'server/accounts/google';
const GOOGLE_REFUSES = `${API}/accounts/google/google-refusals.test.ts`;

/** Defences that nothing else stands in for: each is taken away by `npm run defences`, one at a time. */
export const DEFENCES: readonly Defence[] = [
  // ---- secrets
  {
    against: 'a body that is found by its hash in a copy of the database',
    file: 'server/secrets.ts',
    line: 'fingerprint: (request) => `${writing.id}.${hmac(writing.requests, request)}`',
    without:
      "fingerprint: (request) => `${writing.id}.${createHash('sha256').update(request).digest('hex')}`",
    test: `${API}/secrets/copied-database.test.ts`,
  },
  {
    against: 'codes and tokens in mails that were sent',
    file: 'server/mail/mail-queue.ts',
    line: '...(deps.config.sandbox ? {} : spent)',
    without: '...(deps.config.sandbox ? {} : {})',
    test: `${API}/secrets/copied-database.test.ts ${API}/accounts/mail.test.ts`,
  },
  {
    against: 'a node with another secret',
    file: 'server/rotation/assert-secret.ts',
    line: 'if (needed.some(({ keyId }) => !secrets.keyIds.includes(keyId))) throw new WrongSecretError();',
    without: '',
    test: `${API}/secrets/rotation.test.ts`,
  },
  {
    against: 'the values of a failed statement beside its job, and a process that ends of them',
    file: 'server/jobs/jobs.ts',
    line: 'throw storable(error);',
    without: 'throw error;',
    test: 'tests/stress/faults/failed-job.test.ts',
  },
  // ---- doors
  {
    against: 'an address that somebody else proves for the account of a stranger',
    file: 'server/accounts/verify-email.ts',
    line: "if (userId !== callerId) throw new AppError('verification_needs_login');",
    without: '',
    test: `${API}/accounts/proving-addresses.test.ts`,
  },
  {
    against: "a return from Google that another browser's user opens",
    file: `${GOOGLE}/claim-login.ts`,
    line: 'eq(googleLogins.keyHash, tokenHash(key)),',
    without: '',
    test: GOOGLE_REFUSES,
  },
  {
    against: 'a code of Google that is asked about twice',
    file: `${GOOGLE}/claim-login.ts`,
    line: '.where(and(isOf(returned, now), isNull(googleLogins.returnedAt)))',
    without: '.where(isOf(returned, now))',
    test: GOOGLE_REFUSES,
  },
  {
    against: 'a return from Google that comes too late',
    file: `${GOOGLE}/claim-login.ts`,
    line: 'gt(googleLogins.expiresAt, now),',
    without: '',
    test: GOOGLE_REFUSES,
  },
  {
    against: "a token of Google's that somebody else has signed",
    file: `${GOOGLE}/openid-provider.ts`,
    line: 'const execute = [oidc.enableNonRepudiationChecks];',
    without: 'const execute: ((config: oidc.Configuration) => void)[] = [];',
    test: GOOGLE_REFUSES,
  },
  {
    against: 'an account that is taken over by an address that Google has not verified',
    file: `${GOOGLE}/openid-provider.ts`,
    line: 'isVerified === true && ',
    without: '',
    test: `${API}/accounts/google/google-login.test.ts`,
  },
  {
    against: "an account that was made with somebody's address before they came with Google",
    file: `${GOOGLE}/google-user.ts`,
    line: '.where(and(eq(users.email, verifiedEmail), isNotNull(users.emailVerifiedAt)));',
    without: '.where(eq(users.email, verifiedEmail));',
    test: `${API}/accounts/google/google-login.test.ts`,
  },
  {
    against: 'an account that goes to the next owner of its address at Google',
    file: `${GOOGLE}/google-user.ts`,
    line: 'owner.googleSubject !== null || ',
    without: '',
    test: `${API}/accounts/google/google-login.test.ts`,
  },
  {
    against: 'an account that goes to whoever once had its address, which is not of Google',
    file: `${GOOGLE}/google-user.ts`,
    line: ' || !isAuthoritative',
    without: '',
    test: `${API}/accounts/google/google-login.test.ts`,
  },
  {
    against: 'a way back from Google that leads to another site',
    file: 'contract/accounts/safe-path.ts',
    line: 'url.origin !== new Url(origin).origin || ',
    without: '',
    test: 'server/accounts/google/safe-path.test.ts',
  },
  {
    against: 'more than three mails an hour to an address',
    file: 'server/accounts/email-tokens.ts',
    line: 'return sent < ACCOUNT_MAILS_PER_HOUR;',
    without: 'return sent < ACCOUNT_MAILS_PER_HOUR + 100;',
    test: `${API}/accounts/proving-addresses.test.ts`,
  },
  {
    against: 'a network of IPv6 that counts as many',
    file: 'server/http/network-of.ts',
    line: 'const ONE_CLIENT: Prefix = { ipv4: 32, ipv6: 64 };',
    without: 'const ONE_CLIENT: Prefix = { ipv4: 32, ipv6: 128 };',
    test: 'server/http/network-of.test.ts',
  },
  {
    against: 'codes that are searched for within a session',
    file: 'server/vouchers/look-up-code.ts',
    line: 'if (own >= most || (own > 0 && shared.some((hits) => hits >= most)))',
    without: 'if (own > 0 && shared.some((hits) => hits >= most))',
    test: `${API}/payment-vouchers/wrong-codes.test.ts`,
  },
  {
    against: 'codes that are searched for by everybody together',
    file: 'server/vouchers/look-up-code.ts',
    line: 'if (waitMs > 0) await delay(waitMs);',
    without: '',
    test: `${API}/payment-vouchers/wrong-codes.test.ts`,
  },
  {
    against: 'somebody who locks another out of their session with wrong codes',
    file: 'server/vouchers/look-up-code.ts',
    line: 'if (own >= most || (own > 0 && shared.some((hits) => hits >= most)))',
    without: 'if (own >= most || shared.some((hits) => hits >= most))',
    test: `${API}/payment-vouchers/wrong-codes.test.ts`,
  },
  {
    against: 'somebody who locks another out with wrong passwords from elsewhere',
    file: 'server/accounts/count-attempts.ts',
    line: "keyOf(deps, 'login:account', `${account}\\n${networkOf(address)}`)",
    without: "keyOf(deps, 'login:account', `${account}\\n`)",
    test: `${API}/accounts/many-tries.test.ts`,
  },
  {
    against: 'passwords that are tried first',
    file: 'server/accounts/new-password/refuse-common-password.ts',
    line: '!(await commonPasswords()).has(password.toLowerCase())',
    without: '!(await commonPasswords()).has(`${password}-`)',
    test: 'server/accounts/new-password/refuse-common-password.test.ts',
  },
  {
    against: 'uploads that fill the disk',
    file: 'server/http/upload-room.ts',
    line: "if (taken + bytes > limits.maxBytes) throw new AppError('busy');",
    without: '',
    test: `${API}/server/uploads.test.ts`,
  },
  {
    against: 'pictures of too many pixels',
    file: 'server/media/ingest-cover.ts',
    line: 'if (fullWidth * fullHeight > MAX_PIXELS)',
    without: 'if (fullWidth * fullHeight > MAX_PIXELS * 1_000)',
    test: 'server/media/ingest-cover.test.ts tests/api/giveaways/covers.test.ts',
  },
  {
    against: 'a flood of questions to a gateway',
    file: 'server/payments/claim-question.ts',
    line: 'or(isNull(payments.askedAt), lte(payments.askedAt, askedBefore)),',
    without: 'or(isNull(payments.askedAt), lte(payments.askedAt, dateOf(clock))),',
    test: `${API}/payments/settlement.test.ts`,
  },
  {
    against: 'a name that an answer confirms',
    file: 'server/giveaways/allow-users.ts',
    line: 'not_found: named.filter(({ login }) => !isPossible(login)).map(({ name }) => name),',
    without: 'not_found: named.map(({ name }) => name),',
    test: `${API}/giveaways/allowed-users.test.ts`,
  },
  {
    against: 'answers whose kind a browser guesses',
    file: 'server/http/security-headers.ts',
    line: "'x-content-type-options': 'nosniff',",
    without: '',
    test: `${API}/server/headers.test.ts`,
  },
  {
    against: 'a PIN that is tried for ever',
    file: 'server/accounts/pin/require-pin.ts',
    line: 'if (taken.tries >= PIN_TRIES_MAX)',
    without: 'if (taken.tries >= PIN_TRIES_MAX * 100)',
    test: `${API}/wallet/pin.test.ts`,
  },
  {
    against: 'sign-ups without a pace',
    file: 'server/accounts/keep-pace.ts',
    line: 'where ${after} <= ${at(PACE_WINDOW_MS * (GROWTH_ALLOWED * done + 1))}',
    without: 'where ${done}::int is not null',
    test: `${API}/accounts`,
  },
  // ---- faults
  {
    against: 'a connection that comes back in the middle of a transaction',
    file: 'server/db/recovering-pool.ts',
    line: "release(broken ?? client.getTransactionStatus() !== 'I');",
    without: 'release(broken);',
    test: 'server/db/recovering-pool.test.ts tests/stress/faults/silent-database.test.ts',
  },
  {
    against: 'a read-only or full database that is answered with 500',
    file: 'server/db/database-faults.ts',
    line: "const PASSING_STATES = ['08', '53', '57', '55P03', '25006', '25P02', '25P03', '40001', '40P01'];",
    without: "const PASSING_STATES = ['08', '57', '55P03', '25P02', '25P03', '40001', '40P01'];",
    test: `${API}/server/faults.test.ts`,
  },
  {
    against: 'a request that waits for ever',
    file: 'server/http/deadline.ts',
    line: 'const DEADLINE_MS = 25_000;',
    without: 'const DEADLINE_MS = 2_500_000;',
    test: `${API}/server/faults.test.ts`,
  },
  {
    against: 'an unknown answer that is taken for ‘no such transfer’',
    file: 'server/payouts/flutterwave-rail.ts',
    line: "throw new GatewayError('Flutterwave left transfers out of its list');",
    without: "return { state: 'unknown' };",
    test: `${API}/wallet/payout-rails.test.ts`,
  },
  {
    against: 'an account that writes keys without end',
    file: 'server/http/idempotency.ts',
    line: ') < ${IDEMPOTENCY_MAX_KEYS}',
    without: ') < ${IDEMPOTENCY_MAX_KEYS} + 1000000',
    test: `${API}/server/retention.test.ts server/http/idempotency.test.ts`,
  },
  {
    against: 'a crowd that keeps others waiting',
    file: 'server/http/shed-load.ts',
    line: 'mine.arriving + mine.inside >= capacity[kind] ||',
    without: 'mine.arriving + mine.inside >= capacity[kind] * 1_000 ||',
    test: `${API}/server/faults.test.ts`,
  },
  {
    against: 'a clock of a node that is minutes off',
    file: 'server/db/database-clock.ts',
    line: 'if (offsetMs === undefined) offsetMs = measured;',
    without: 'if (offsetMs === undefined) offsetMs = Date.now() - monotonicMs();',
    test: 'server/db/database-clock.test.ts tests/stress/faults/skewed-clock.test.ts',
  },
  {
    against: 'a refusal of which nobody can say whose it was',
    file: 'server/http/request-log.ts',
    line: 'user: request.caller?.userId,',
    without: '',
    test: `${API}/server/log.test.ts`,
  },
  {
    against: 'networks of guesses that are kept once a voucher has ended',
    file: 'server/giveaways/analytics/forget-origins.ts',
    line: 'update guesses set device_hash = null, network_hash = null',
    without: 'update guesses set device_hash = device_hash, network_hash = null',
    test: `${API}/giveaways ${API}/server/retention.test.ts`,
  },
  {
    against: 'a voucher that fails and keeps all others waiting',
    file: 'server/vouchers/by-purpose/jobs.ts',
    line: "log.error({ err: error, voucher: voucher.id }, 'a voucher could not be swept');",
    without: 'throw error;',
    test: `${API}/giveaways/lottery.test.ts`,
  },
  {
    against: 'a mail server that is away for hours',
    file: 'server/mail/mail-queue.ts',
    line: 'const RETRY = { limit: 13, delaySeconds: 12 };',
    without: 'const RETRY = { limit: 5, delaySeconds: 12 };',
    test: `${API}/accounts/mail.test.ts`,
  },
  {
    against: 'first answers that are kept for good',
    file: 'server/http/sweep-keys.ts',
    line: 'await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before));',
    without: '',
    test: `${API}/server/retention.test.ts`,
  },
  // ---- farms
  {
    against: 'work that is done once for many guesses',
    file: `${RISK}/guess-work.ts`,
    line: 'one.voucher === other.voucher && one.user === other.user && one.guess === other.guess;',
    without: 'one.voucher === other.voucher && one.user === other.user;',
    test: `${API}/giveaways`,
  },
  {
    against: 'a burst of newcomers at the same moment',
    file: `${GUESS}/record-guess.ts`,
    line: 'from crowd where newcomers <= ${room}::int',
    without: 'from crowd where ${room}::int is not null',
    test: `tests/stress/farms ${API}/giveaways`,
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
    file: 'server/payouts/destination-owner.ts',
    line: "if (known !== undefined && known !== userId) throw new AppError('destination_taken');",
    without: 'if (known !== undefined && known !== userId) return;',
    test: `${API}/wallet/destinations.test.ts`,
  },
  {
    against: 'two accounts that name one destination at the same moment',
    file: 'server/payouts/destination-owner.ts',
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
    file: 'server/devices/prove-device.ts',
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
