import { LOCAL } from '../../../../contract/storage-keys.ts';
import { safeNextPath } from '../../../platform/routing/next-path.ts';
import { readKey, writeKey } from '../../../platform/storage/small-keys.ts';

type Key = (typeof LOCAL)['rememberedEmail' | 'pendingVerificationEmail' | 'pendingRedirect'];

const read = (key: Key): string => readKey(key) ?? '';

/** Without storage the device asks again next time. */
const write = (key: Key, value: string): void => writeKey(key, value || undefined);

export const readRememberedLogin = (): string => read(LOCAL.rememberedEmail);
export const storeLogin = (login: string): void => write(LOCAL.rememberedEmail, login);

export const readWayBack = (): string | undefined =>
  safeNextPath(read(LOCAL.pendingRedirect), '') || undefined;

/** Whether it leads to money that was sent to the user, and not to a guess. */
export const leadsToMoney = (wayBack: string): boolean => /^\/v\/\d{13}\b/.test(wayBack);

export const forgetWayBack = (): void => write(LOCAL.pendingRedirect, '');

export const readPendingEmail = (): string => read(LOCAL.pendingVerificationEmail);
export const storePendingEmail = (email: string): void =>
  write(LOCAL.pendingVerificationEmail, email);
