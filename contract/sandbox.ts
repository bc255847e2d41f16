import { Type, type Static } from 'typebox';

import { Closed, CurrencySchema, Literals, Success, Text } from './common.ts';
import { PUSH_TOKEN_MAX_CHARS } from './constants.ts';
import { PROCESSORS } from './region-table.ts';

export const SandboxMailQuery = Closed({ to: Type.Optional(Text(0, 254)) });
export const SandboxMail = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  sent_at: Type.String(),
});
export type SandboxMail = Static<typeof SandboxMail>;

export const SandboxPushQuery = Closed({ token: Type.Optional(Text(1, PUSH_TOKEN_MAX_CHARS)) });
export const SandboxPush = Type.Object({
  token: Type.String(),
  message: Type.Object({
    data: Type.Record(Type.String(), Type.String()),
    from: Type.String(),
    priority: Type.String(),
  }),
  sent_at: Type.String(),
});
export type SandboxPush = Static<typeof SandboxPush>;

export const SandboxSettlementQuery = Closed({ processor: Literals(PROCESSORS) });
/** Major units; `gross` is `fee` and `net`. */
export const SandboxSettlementAnswer = Success({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      currency: CurrencySchema,
      gross: Type.Number(),
      fee: Type.Number(),
      net: Type.Number(),
      date: Type.String(),
    }),
  ),
});
