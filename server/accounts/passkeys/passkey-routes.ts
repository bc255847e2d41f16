import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import {
  AddPasskeyBody,
  PasskeyChallengeAnswer,
  PasskeyOptionsAnswer,
  PasskeyOptionsBody,
  PasskeysAnswer,
  RemovePasskeyBody,
} from '../../../contract/accounts/passkeys.ts';
import { MessageAnswer } from '../../../contract/common.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { originOf } from '../sessions.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { beginConfirmation } from './check-passkey.ts';
import { listPasskeys, removePasskey } from './own-passkeys.ts';

const tags = ['Accounts'];
const success = true as const;
const access = { config: { access: 'user' } } as const;

export const passkeyRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/user/passkeys',
      {
        ...access,
        schema: {
          summary: 'Passkeys that stand in for the PIN',
          tags,
          response: { 200: PasskeysAnswer },
        },
      },
      async (request) => ({
        success,
        data: await listPasskeys(deps.db, callerOf(request).userId),
      }),
    );

    app.post(
      '/user/passkeys/challenge',
      {
        ...access,
        schema: {
          summary: 'What a passkey is to sign before money is taken out',
          description: 'Good for five minutes and one call, which takes it as `passkey`.',
          tags,
          response: { 200: PasskeyChallengeAnswer },
        },
      },
      async (request) => ({
        success,
        data: await beginConfirmation(deps, callerOf(request).userId),
      }),
    );

    app.delete(
      '/user/passkeys',
      {
        ...access,
        schema: {
          summary: 'Remove a passkey, with the password',
          description: 'The user is told by mail.',
          tags,
          body: RemovePasskeyBody,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        await removePasskey(deps, { ...request.body, userId, address: request.ip });
        return { success, message: ACCOUNT_MESSAGES.passkeyRemoved };
      },
    );
  };

export const newPasskeyRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/user/passkeys/options',
      {
        ...access,
        schema: {
          summary: 'Begin to make a passkey, with the password',
          tags,
          body: PasskeyOptionsBody,
          response: { 200: PasskeyOptionsAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const proof = { ...request.body, userId, address: request.ip };
        return { success, data: await beginPasskey(deps, proof) };
      },
    );

    app.post(
      '/user/passkeys',
      {
        ...access,
        schema: {
          summary: 'Keep a passkey that was made',
          description: 'The user is told by mail.',
          tags,
          body: AddPasskeyBody,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { userAgent } = originOf(request);
        await addPasskey(deps, { ...request.body, userId, userAgent });
        return { success, message: ACCOUNT_MESSAGES.passkeyAdded };
      },
    );
  };
