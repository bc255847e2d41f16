import { Type, type Static } from 'typebox';

import { Closed, Text } from './common.ts';
import { PUSH_TOKEN_MAX_CHARS } from './constants.ts';

/** GET /sandbox/mail?to= : what was sent, newest first */
export const SandboxMailQuery = Closed({ to: Type.Optional(Text(0, 254)) });
export const SandboxMail = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  sent_at: Type.String(),
});
export type SandboxMail = Static<typeof SandboxMail>;

/** GET /sandbox/push?token= : what a device was pushed, newest first */
export const SandboxPushQuery = Closed({ token: Type.Optional(Text(1, PUSH_TOKEN_MAX_CHARS)) });
export const SandboxPush = Type.Object({
  token: Type.String(),
  /** As it arrives in the service worker. */
  message: Type.Object({
    data: Type.Record(Type.String(), Type.String()),
    from: Type.String(),
    priority: Type.String(),
  }),
  sent_at: Type.String(),
});
export type SandboxPush = Static<typeof SandboxPush>;
