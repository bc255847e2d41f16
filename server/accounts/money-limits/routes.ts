import { MoneyLimitBody, MoneyLimitsAnswer } from '../../../contract/accounts/money-limits.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { callerOf } from '../../http/access.ts';
import { countHit } from '../../http/rate-limit.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { readMoneyLimits, setOwnLimit } from './own-limits.ts';

/** A raise mails the user. */
const CHANGE_LIMIT = { hits: 30, windowMs: HOUR_MS };

const route = taggedRoutes('Accounts');

export const moneyLimitRoutes = routesOf(async (app, deps) => {
  app.get(
    '/user/money-limits',
    route('user', 'How much may leave the wallet in a day, and what raises it', MoneyLimitsAnswer),
    async (request) => ({
      success,
      data: await readMoneyLimits(deps, callerOf(request).userId),
    }),
  );

  app.patch(
    '/user/money-limits',
    route('user', 'Set the user’s own lower limit', MoneyLimitsAnswer, {
      description: 'Lowering works at once; raising or removing it takes 24 hours.',
      body: MoneyLimitBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      await countHit(deps.db, `money-limits:${userId}`, CHANGE_LIMIT, deps.clock.now());
      await setOwnLimit(deps, userId, request.body);
      return { success, data: await readMoneyLimits(deps, userId) };
    },
  );
});
