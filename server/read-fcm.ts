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

interface Reader {
  readonly text: (name: string) => string | undefined;
  readonly url: (name: string, protocols: readonly string[]) => string | undefined;
}

const WEB = ['http:', 'https:'];
const NAMES = [
  'FCM_SERVICE_ACCOUNT',
  'FCM_API_KEY',
  'FCM_APP_ID',
  'FCM_SENDER_ID',
  'FCM_VAPID_KEY',
] as const;

/** Firebase's settings from the environment, all or none. */
export function readFcm({ text, url }: Reader, faults: string[]): FcmSettings | undefined {
  const [account, apiKey, appId, senderId, vapidKey] = NAMES.map(text);
  const [baseUrl, tokenUrl] = [url('FCM_BASE_URL', WEB), url('GOOGLE_TOKEN_URL', WEB)];
  if (NAMES.every((name) => text(name) === undefined)) return undefined;
  const signing = account === undefined ? undefined : readAccount(account);
  if (account !== undefined && !signing)
    faults.push('FCM_SERVICE_ACCOUNT must be the JSON of a service account');
  if (!account || !apiKey || !appId || !senderId || !vapidKey) {
    for (const name of NAMES)
      if (text(name) === undefined) faults.push(`${name} is missing beside ${NAMES.join(', ')}`);
    return undefined;
  }
  return (
    signing && {
      baseUrl: baseUrl ?? 'https://fcm.googleapis.com',
      tokenUrl: tokenUrl ?? 'https://oauth2.googleapis.com/token',
      ...signing,
      web: { apiKey, appId, senderId, vapidKey },
    }
  );
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
