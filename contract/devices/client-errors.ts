import { Type, type Static } from 'typebox';

import { Closed, Literals } from '../common.ts';

/** Excludes slashes, @ and four digits in a row, so no address, code or phone number is sent. */
const IMPERSONAL = '^\\d{0,3}(?:[^\\d/@\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]\\d{0,3})*$';

export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'worker'] as const;

export const ClientErrorBody = Closed({
  kind: Literals(CLIENT_ERROR_KINDS),
  message: Type.String({ maxLength: 200, pattern: IMPERSONAL }),
  frames: Type.Array(Type.String({ maxLength: 100, pattern: '^[\\w.-]+\\.js:\\d+:\\d+$' }), {
    minItems: 1,
    maxItems: 8,
  }),
  route: Type.String({ maxLength: 60, pattern: '^(?:\\*|/[a-z/:*?-]*)$' }),
  engine: Literals(['chromium', 'gecko', 'webkit', 'other']),
  build: Type.Optional(Type.String({ pattern: '^[0-9a-f]{8}$' })),
});
export type ClientErrorBody = Static<typeof ClientErrorBody>;
