import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Compile } from 'typebox/compile';

import {
  GoogleCallbackAnswer,
  GoogleCallbackQuery,
  GoogleTokenBody,
  GoogleUrlAnswer,
  GoogleUrlQuery,
} from '../../../contract/accounts/google.ts';
import { SolvedDeviceSchema, type SolvedDevice } from '../../../contract/devices.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { fieldError } from '../../http/app-error.ts';
import { detectRegion } from '../../regions/regions.ts';
import { originOf, type RequestOrigin } from '../sessions.ts';
import { beginGoogleLogin, finishGoogleLogin, type GoogleReturn } from './google-login.ts';

const route = taggedRoutes('Accounts');
const solvedDevice = Compile(SolvedDeviceSchema);

type Given = Omit<GoogleReturn, 'key' | 'detectedRegion' | keyof RequestOrigin>;

export const googleRoutes = routesOf(async (app, deps) => {
  const finish = async (request: FastifyRequest, given: Given) => {
    const { user, token, redirect, isNew } = await finishGoogleLogin(deps, {
      ...given,
      key: keyOf(request.headers),
      ...originOf(request),
      detectedRegion: detectRegion(deps, request),
    });
    request.log.info({ reqId: request.id, user: user.id, isNew }, 'signed in with Google');
    const message = isNew ? 'Your account is ready' : 'You are logged in';
    return { success, message, data: user, token, redirect };
  };

  app.get(
    '/auth/google/url',
    route('public', 'Begin a sign-in with Google', GoogleUrlAnswer, {
      description:
        'The key belongs to this browser: the callback takes it in the header `X-Login-Key`.',
      querystring: GoogleUrlQuery,
    }),
    async (request) => {
      const { redirect, referral_code: referralCode, work } = request.query;
      const { remember = false, accepts_terms: acceptsTerms = false } = request.query;
      const begun = await beginGoogleLogin(deps, {
        redirect,
        referralCode,
        remember,
        acceptsTerms,
        address: request.ip,
        work: readWork(work),
      });
      return { success, ...begun };
    },
  );

  app.get(
    '/auth/google/callback',
    route('public', 'Sign in with what Google sent back', GoogleCallbackAnswer, {
      description: 'With the key of the call before in the header `X-Login-Key`.',
      querystring: GoogleCallbackQuery,
    }),
    async (request) => {
      const { code, state, iss, referral_code: referralCode, work } = request.query;
      return finish(request, { code, state, iss, referralCode, work: readWork(work) });
    },
  );

  app.post(
    '/auth/google/token',
    route(
      'public',
      'Sign in with the token that the browser got from Google',
      GoogleCallbackAnswer,
      {
        description: 'With the key of the first call in the header `X-Login-Key`.',
        body: GoogleTokenBody,
      },
    ),
    async (request) => {
      const { token, state, referral_code: referralCode, work } = request.body;
      const given = { code: undefined, iss: undefined, token, state, referralCode, work };
      return finish(request, given);
    },
  );
});

/** A header carries the key, because URLs are logged. */
function keyOf({ 'x-login-key': key }: IncomingHttpHeaders): string | undefined {
  return typeof key === 'string' && /^[\w-]{43}$/.test(key) ? key : undefined;
}

function readWork(text: string | undefined): SolvedDevice | undefined {
  if (text === undefined) return undefined;
  try {
    const work: unknown = JSON.parse(text);
    if (solvedDevice.Check(work)) return work;
  } catch {
    // Invalid JSON gets the error below.
  }
  throw fieldError('work', 'is not in the right form');
}
