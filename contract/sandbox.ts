import { Type, type Static } from 'typebox';

import { Closed, Text } from './common.ts';

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
