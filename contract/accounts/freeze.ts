import { Type, type Static } from 'typebox';

import { Closed, Success, Text } from '../common.ts';

const Token = Text(1, 200);

/** Of a mailed link; without one, the caller's own account is frozen. */
export const FreezeBody = Closed({ token: Type.Optional(Token) });

export const MailedTokenBody = Closed({ token: Token });

export const FrozenAnswer = Success({ message: Type.String(), frozen: Type.Boolean() });
export type FrozenAnswer = Static<typeof FrozenAnswer>;
