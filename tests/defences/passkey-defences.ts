import type { Defence } from './defence.ts';

const AT = 'server/accounts/passkeys';
const TESTS = 'tests/api/passkeys';

/** What stands between a passkey's signature and the money. */
export const PASSKEY_DEFENCES: readonly Defence[] = [
  {
    against: "a passkey's signature for another page",
    file: `${AT}/check-passkey.ts`,
    line: 'expectedOrigin: origin,',
    without: "expectedOrigin: ['https://elsewhere.test', origin],",
    test: TESTS,
  },
  {
    against: "a passkey's signature for another server",
    file: `${AT}/check-passkey.ts`,
    line: 'expectedRPID: id,',
    without: "expectedRPID: ['elsewhere.test', id],",
    test: TESTS,
  },
  {
    against: "a passkey that has looked at nobody's finger or face",
    file: `${AT}/check-passkey.ts`,
    line: 'requireUserVerification: true,',
    without: 'requireUserVerification: false,',
    test: TESTS,
  },
  {
    against: 'a passkey of somebody else',
    file: `${AT}/check-passkey.ts`,
    line: '.where(and(eq(passkeys.credentialId, proof.id), eq(passkeys.userId, userId)))',
    without: '.where(eq(passkeys.credentialId, proof.id))',
    test: TESTS,
  },
  {
    against: "a passkey's challenge that is looked at again after a wrong signature",
    file: `${AT}/check-passkey.ts`,
    line: 'await spend(db, challenge, dateOf(clock));',
    without: '',
    test: TESTS,
  },
  {
    against: "a passkey's signature that takes money out twice",
    file: `${AT}/check-passkey.ts`,
    line: "if (!isFirst) throw new AppError('passkey_refused');",
    without: '',
    test: `${TESTS} tests/stress/wallet/passkey-race.test.ts`,
  },
  {
    against: 'a copy of a passkey, at the same moment as the passkey',
    file: `${AT}/check-passkey.ts`,
    line: '.where(and(eq(passkeys.id, id), isNew))',
    without: '.where(and(eq(passkeys.id, id), isNew && undefined))',
    test: `${TESTS} tests/stress/wallet/passkey-race.test.ts`,
  },
  {
    against: "a passkey's challenge that was drawn for somebody else",
    file: `${AT}/challenges.ts`,
    line: 'eq(passkeyChallenges.userId, userId),',
    without: '',
    test: TESTS,
  },
  {
    against: 'a passkey that is made with what was drawn for money',
    file: `${AT}/challenges.ts`,
    line: 'eq(passkeyChallenges.purpose, purpose),',
    without: '',
    test: TESTS,
  },
  {
    against: "a passkey's signature of yesterday",
    file: `${AT}/challenges.ts`,
    line: 'gt(passkeyChallenges.expiresAt, now),',
    without: '',
    test: TESTS,
  },
  {
    against: 'tries at passkeys without end',
    file: `${AT}/challenges.ts`,
    line: 'await countHit(db, `passkey:${of.purpose}:user:${of.userId}`, LIMIT, clock.now());',
    without: '',
    test: TESTS,
  },
  {
    against: 'a passkey that was made for another page',
    file: `${AT}/add-passkey.ts`,
    line: 'expectedOrigin: origin,',
    without: "expectedOrigin: ['http://localhost:9090', origin],",
    test: TESTS,
  },
  {
    against: 'a passkey that is made without a look at finger or face',
    file: `${AT}/add-passkey.ts`,
    line: 'requireUserVerification: true,',
    without: 'requireUserVerification: false,',
    test: TESTS,
  },
  {
    against: 'a challenge for a new passkey that is looked at again after a wrong one',
    file: `${AT}/add-passkey.ts`,
    line: 'await spend(deps.db, challenge, dateOf(deps.clock));',
    without: '',
    test: TESTS,
  },
  {
    against: 'money that leaves without the passkey that stands in for a PIN',
    file: 'server/accounts/pin/require-pin.ts',
    line: "if (await hasPasskey(db, userId)) return new AppError('passkey_required');",
    without: '',
    test: TESTS,
  },
  {
    against: "a passkey's signature that outlives the payment that it was for",
    file: 'server/accounts/pin/take-out.ts',
    line: 'await spendProof(tx, now);',
    without: '',
    test: TESTS,
  },
  {
    against:
      'a purchase that is refused its first answer because another PIN or passkey came with it',
    file: 'server/http/idempotency.ts',
    line: 'contentOf(withoutProof(body))',
    without: 'contentOf(body)',
    test: TESTS,
  },
];
