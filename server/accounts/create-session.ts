import { SESSION_MS, SESSION_REMEMBER_MS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { sessions } from '../db/schema/accounts.ts';
import { newToken, tokenHash } from '../config/secrets.ts';

const USER_AGENT_MAX_CHARS = 200;

export interface NewSession {
  readonly userId: number;
  /** 30 days instead of 24 hours. */
  readonly remember: boolean;
  readonly userAgent: string;
  /** What the device calls itself. */
  readonly deviceId?: string | undefined;
  readonly now: Date;
}

/** Signs a user in. @returns the bearer token, which is stored only as a hash. */
export async function createSession(tx: Db, session: NewSession): Promise<string> {
  const { userId, remember, userAgent, deviceId, now } = session;
  const token = newToken();
  await tx.insert(sessions).values({
    userId,
    tokenHash: tokenHash(token),
    remember,
    userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARS),
    deviceId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + (remember ? SESSION_REMEMBER_MS : SESSION_MS)),
  });
  return token;
}
