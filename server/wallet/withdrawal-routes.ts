import { RegionQuery } from '../../contract/common.ts';

import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { errorMessage } from '../../contract/errors.ts';
import { REGIONS } from '../../contract/region-table.ts';
import {
  BanksAnswer,
  ForgetAccountAnswer,
  ForgetAccountBody,
  ResolveAccountAnswer,
  ResolveAccountBody,
  SavedAccountsAnswer,
  WithdrawAnswer,
  WithdrawBody,
} from '../../contract/withdrawals.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { railFeesIn } from '../disbursements/rail-fees.ts';
import { type Payout, forgetAccount, listSavedAccounts } from '../disbursements/payouts.ts';
import { callerOf } from '../http/access.ts';
import { type RequestKey, requestKeyOf, wasAnswered } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { ofRequest } from '../of-request.ts';
import { currentRegion } from '../regions/regions.ts';
import { banksOf, railFor, resolveAccount, withdraw } from './withdraw.ts';

/** Low enough that nobody can list the owners of a bank's accounts. */
const RESOLVE_LIMIT = { hits: 30, windowMs: HOUR_MS };
const WITHDRAW_LIMIT = { hits: 30, windowMs: HOUR_MS };

const MESSAGES: Readonly<Record<DisbursementStatus, string>> = {
  pending: 'Your withdrawal is on its way',
  processing: 'Your withdrawal is on its way',
  completed: 'Your withdrawal was paid out',
  failed: errorMessage('withdrawal_failed'),
};

const route = taggedRoutes('Money');
const keyedRoute = taggedRoutes('Money', { needsKey: true });

function present({ reference, status, review, createdAt }: Payout): WithdrawAnswer {
  const isWaiting = review === 'waiting' && status === 'pending';
  return {
    success: true,
    message: isWaiting ? 'We look at your withdrawal before it is sent' : MESSAGES[status],
    data: { reference, status, in_review: isWaiting, created_at: createdAt.toISOString() },
  };
}

/** Repeated requests are not counted. @throws AppError `too_many_requests` */
async function countWithdrawal(
  { db, clock }: Deps,
  userId: number,
  requestKey: RequestKey | undefined,
): Promise<void> {
  if (await wasAnswered(db, requestKey, dateOf(clock))) return;
  await countHit(db, `withdraw:user:${userId}`, WITHDRAW_LIMIT, clock.now());
}

export const withdrawalRoutes = routesOf(async (app, deps) => {
  app.get(
    '/wallet/banks',
    route(
      'user',
      'Banks and mobile networks that money can leave to, and what it costs',
      BanksAnswer,
      {
        querystring: RegionQuery,
      },
    ),
    async (request) => {
      const { currency } = REGIONS[request.query.region ?? (await currentRegion(deps, request))];
      const rail = railFor(deps, currency);
      const data = [...(await banksOf(rail, currency))];
      return { success, currency, data, fees: railFeesIn(rail, currency) };
    },
  );

  app.post(
    '/wallet/resolve-account',
    route('verified', 'Whose account that is', ResolveAccountAnswer, {
      description: 'In the currency of the caller’s region unless another is named.',
      body: ResolveAccountBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      await countHit(deps.db, `resolve:user:${userId}`, RESOLVE_LIMIT, deps.clock.now());
      const { code, account_number: accountNumber, currency } = request.body;
      const account_name = await resolveAccount(deps, userId, {
        code,
        accountNumber,
        currency: currency ?? REGIONS[await currentRegion(deps, request)].currency,
      });
      return { success, data: { account_name } };
    },
  );

  app.post(
    '/wallet/withdraw',
    keyedRoute('verified', 'Withdraw money to a bank or phone', WithdrawAnswer, {
      description:
        'The amount and the fee leave the wallet at once and come back if the withdrawal fails. Repeat it with the same Idempotency-Key to ask about the same withdrawal.',
      body: WithdrawBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const requestKey = requestKeyOf(deps.secrets, request, userId);
      await countWithdrawal(deps, userId, requestKey);
      const { id, body } = request;
      return present(await withdraw(ofRequest(deps, id), requestKey, userId, body));
    },
  );
});

const FORGET_LIMIT = { hits: 30, windowMs: HOUR_MS };

export const savedAccountRoutes = routesOf(async (app, deps) => {
  app.get(
    '/wallet/accounts',
    route('user', 'Accounts and phones withdrawn to before', SavedAccountsAnswer, {
      description: 'The latest first; of each number only the last digits.',
    }),
    async (request) => {
      const { userId } = callerOf(request);
      return { success, data: await listSavedAccounts(deps, userId) };
    },
  );

  app.delete(
    '/wallet/accounts',
    route('user', 'Forget an account that was withdrawn to', ForgetAccountAnswer, {
      description: 'What is on its way there goes on; the next withdrawal to it saves it again.',
      body: ForgetAccountBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      await countHit(deps.db, `forget-account:${userId}`, FORGET_LIMIT, deps.clock.now());
      await forgetAccount(deps.db, userId, request.body.id);
      return { success };
    },
  );
});
