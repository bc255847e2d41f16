import { createPrivateKey } from 'node:crypto';

import type { SettingReader } from './setting-reader.ts';

/** An account at Firebase Cloud Messaging: what the server signs with, and what the app's pages need. */
export interface FcmSettings {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly projectId: string;
  readonly clientEmail: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  readonly privateKeyId: string;
  /** Not secret: every page that asks for a token has them. */
  readonly web: {
    readonly apiKey: string;
    readonly appId: string;
    readonly senderId: string;
    readonly vapidKey: string;
  };
}

/** Firebase's settings from the environment, all or none. In production both addresses are asked over https. */
export function readFcm(
  { text, url, complete }: SettingReader,
  production: boolean,
  faults: string[],
): FcmSettings | undefined {
  const protocols = production ? ['https:'] : ['http:', 'https:'];
  const baseUrl = url('FCM_BASE_URL', protocols) ?? 'https://fcm.googleapis.com';
  const tokenUrl = url('GOOGLE_TOKEN_URL', protocols) ?? 'https://oauth2.googleapis.com/token';
  const fcm = complete({
    FCM_SERVICE_ACCOUNT: text('FCM_SERVICE_ACCOUNT'),
    FCM_API_KEY: text('FCM_API_KEY'),
    FCM_APP_ID: text('FCM_APP_ID'),
    FCM_SENDER_ID: text('FCM_SENDER_ID'),
    FCM_VAPID_KEY: text('FCM_VAPID_KEY'),
  });
  if (!fcm?.FCM_SERVICE_ACCOUNT) return undefined;
  const signing = readAccount(fcm.FCM_SERVICE_ACCOUNT);
  if (!signing) {
    faults.push('FCM_SERVICE_ACCOUNT must be the JSON of a service account');
    return undefined;
  }
  if (!isKey(signing.privateKey)) {
    faults.push('FCM_SERVICE_ACCOUNT has a private_key that is no PEM');
    return undefined;
  }
  const web = {
    apiKey: fcm.FCM_API_KEY,
    appId: fcm.FCM_APP_ID,
    senderId: fcm.FCM_SENDER_ID,
    vapidKey: fcm.FCM_VAPID_KEY,
  };
  return { baseUrl, tokenUrl, ...signing, web };
}

function isKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}

function readAccount(
  json: string,
): Pick<FcmSettings, 'projectId' | 'clientEmail' | 'privateKey' | 'privateKeyId'> | undefined {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return undefined;
  }
  const fields = typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  const [projectId, clientEmail, privateKey, privateKeyId] = [
    'project_id',
    'client_email',
    'private_key',
    'private_key_id',
  ].map((name) => (typeof fields[name] === 'string' ? fields[name] : ''));
  if (!projectId || !clientEmail || !privateKey || !privateKeyId) return undefined;
  // Where it was put into the environment twice quoted, its lines are.
  return {
    projectId,
    clientEmail,
    privateKeyId,
    privateKey: privateKey.replaceAll(String.raw`\n`, '\n'),
  };
}
