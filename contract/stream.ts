import { Type } from 'typebox';

import { Closed, ULID_PATTERN } from './common.ts';
import { STREAM_VOUCHERS_MAX } from './constants.ts';

export const StreamQuery = Closed({
  vouchers: Type.Optional(
    Type.String({
      pattern: `^${ULID_PATTERN}(,${ULID_PATTERN}){0,${STREAM_VOUCHERS_MAX - 1}}$`,
      description: `ULIDs of at most ${STREAM_VOUCHERS_MAX} vouchers to follow, with commas between`,
    }),
  ),
});

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'the last id that the device got, so that it misses nothing' }),
  ),
});
