import { Type, type Static } from 'typebox';

import { Closed, Literals } from '../common.ts';

/** What an app tells of a fault of its own. Nothing of it is a person's. */

/** No slash, so no address, no mail address, no four digits, so neither code nor phone; no control characters. */
const IMPERSONAL = '^\\d{0,3}(?:[^\\d/@\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]\\d{0,3})*$';

/** An exception, one of a promise, and either of the data worker. */
export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'worker'] as const;

/** POST /client-errors */
export const ClientErrorBody = Closed({
  kind: Literals(CLIENT_ERROR_KINDS),
  /** The error's name and message. */
  message: Type.String({ maxLength: 200, pattern: IMPERSONAL }),
  /** Where in the app's own files it happened, innermost first: `live-a1b2c3d4.js:1:2345`. */
  frames: Type.Array(Type.String({ maxLength: 100, pattern: '^[\\w.-]+\\.js:\\d+:\\d+$' }), {
    minItems: 1,
    maxItems: 8,
  }),
  /** The pattern of the page's address: `/v/:id`. */
  route: Type.String({ maxLength: 60, pattern: '^(?:\\*|/[a-z/:*?-]*)$' }),
  engine: Literals(['chromium', 'gecko', 'webkit', 'other']),
  /** The build in use, where it is known. */
  build: Type.Optional(Type.String({ pattern: '^[0-9a-f]{8}$' })),
});
export type ClientErrorBody = Static<typeof ClientErrorBody>;
