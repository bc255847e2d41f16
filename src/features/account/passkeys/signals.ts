import { callWorker } from '../../../platform/worker/data-worker.ts';

/** Newer than the types of TypeScript; browsers without a signal do nothing. */
interface Signals {
  readonly signalUnknownCredential?: (options: {
    readonly rpId: string;
    readonly credentialId: string;
  }) => Promise<void>;
  readonly signalAllAcceptedCredentials?: (options: {
    readonly rpId: string;
    readonly userId: string;
    readonly allAcceptedCredentialIds: readonly string[];
  }) => Promise<void>;
  readonly signalCurrentUserDetails?: (options: {
    readonly rpId: string;
    readonly userId: string;
    readonly name: string;
    readonly displayName: string;
  }) => Promise<void>;
}

const signals = (): Signals =>
  typeof PublicKeyCredential === 'function' ? (PublicKeyCredential as unknown as Signals) : {};
const rpId = (): string => location.hostname;

/** The password manager offers this passkey no more. */
export async function signalUnknown(credentialId: string): Promise<void> {
  await signals()
    .signalUnknownCredential?.({ rpId: rpId(), credentialId })
    .catch(() => undefined);
}

/** Tells the password manager which passkeys the account still has, and its name. */
export async function signalPasskeys(): Promise<void> {
  const { signalAllAcceptedCredentials, signalCurrentUserDetails } = signals();
  if (!signalAllAcceptedCredentials && !signalCurrentUserDetails) return;
  // Asked for anew: a passkey that an old list lacks would be hidden.
  const read = await callWorker((worker) => worker.readPasskeyOwner());
  if (!read.ok) return;
  const { userHandle: userId, username: name, credentialIds } = read.value;
  const owner = { rpId: rpId(), userId };
  await Promise.allSettled([
    signalAllAcceptedCredentials?.({ ...owner, allAcceptedCredentialIds: credentialIds }),
    signalCurrentUserDetails?.({ ...owner, name, displayName: name }),
  ]);
}
