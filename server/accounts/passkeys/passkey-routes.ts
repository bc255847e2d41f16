import {
  AddPasskeyBody,
  PasskeyChallengeAnswer,
  PasskeyOptionsAnswer,
  PasskeyOptionsBody,
  PasskeysAnswer,
  RemovePasskeyBody,
} from '../../../contract/accounts/passkeys.ts';
import { MessageAnswer } from '../../../contract/common.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { callerOf } from '../../http/access.ts';
import { originOf, proofIn } from '../sessions.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './own-passkeys.ts';
import { beginConfirmation } from './check-passkey.ts';

const route = taggedRoutes('Accounts');

export const passkeyRoutes = routesOf(async (app, deps) => {
  app.get(
    '/user/passkeys',
    route('user', 'Passkeys that stand in for the PIN', PasskeysAnswer),
    async (request) => ({
      success,
      data: await listPasskeys(deps.db, callerOf(request).userId),
    }),
  );

  app.post(
    '/user/passkeys/challenge',
    route('user', 'What a passkey is to sign before money is taken out', PasskeyChallengeAnswer, {
      description: 'Good for five minutes and one call, which takes it as `passkey`.',
    }),
    async (request) => ({
      success,
      data: await beginConfirmation(deps, callerOf(request).userId),
    }),
  );

  app.delete(
    '/user/passkeys',
    route('user', 'Remove a passkey, with the password', MessageAnswer, {
      description: 'The user is told by mail.',
      body: RemovePasskeyBody,
    }),
    async (request) => {
      await removePasskey(deps, proofIn(request));
      return { success, message: 'The passkey is removed' };
    },
  );

  app.post(
    '/user/passkeys/options',
    route('user', 'Begin to make a passkey, with the password', PasskeyOptionsAnswer, {
      body: PasskeyOptionsBody,
    }),
    async (request) => ({ success, data: await beginPasskey(deps, proofIn(request)) }),
  );

  app.post(
    '/user/passkeys',
    route('user', 'Keep a passkey that was made', MessageAnswer, {
      description: 'The user is told by mail.',
      body: AddPasskeyBody,
    }),
    async (request) => {
      await addPasskey(deps, { ...proofIn(request), ...originOf(request) });
      return { success, message: 'Fingerprint or face is set up on this device' };
    },
  );
});
