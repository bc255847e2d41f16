import { del, delMany, get, getMany, set, update } from 'idb-keyval';
import { KEYS } from '../contract/storage-keys.ts';

/** A token is worth nothing beside another id, so the two stay together. */
interface ProvenDevice {
  readonly deviceId: string;
  readonly token: string;
}

/** What is the device's and not its user's. */
const DEVICE_KEYS: string[] = [KEYS.deviceId, KEYS.deviceToken];
const DRAFT_KEYS: string[] = [KEYS.giveawayDraft, KEYS.giveawayDraftCover, KEYS.giveawayDraftOwner];

/** Small values that every thread of the app reads. Kept in their own store, so that they survive a wiped or broken database. */
export interface DeviceKeys {
  readToken(): Promise<string | undefined>;
  writeToken(token: string): Promise<void>;
  /** This device's random id, made by the first call; it stays when its user signs out. */
  deviceId(): Promise<string>;
  /** What the server gave this device for its work; undefined until then, and once its id is another. */
  readDeviceToken(): Promise<string | undefined>;
  writeDeviceToken(deviceId: string, token: string): Promise<void>;
  clearDeviceToken(): Promise<void>;
  /** Referral code of the link that brought a visitor here, until they sign up. */
  readPendingReferral(): Promise<string | undefined>;
  writePendingReferral(code: string): Promise<void>;
  clearPendingReferral(): Promise<void>;
  /** The name of a sign-up that no answer has come to: it may have arrived, and have taken the name. */
  readPendingSignUp(): Promise<string | undefined>;
  writePendingSignUp(username: string): Promise<void>;
  clearPendingSignUp(): Promise<void>;
  /** The voucher whose payer went to a payment processor; gone once they are back. */
  readPendingVoucher(): Promise<string | undefined>;
  writePendingVoucher(ulid: string): Promise<void>;
  clearPendingVoucher(): Promise<void>;
  /** Removes all of the above but what is the device's own, and the draft of a giveaway. */
  clear(): Promise<void>;
  /** The same, but leaves the draft for the return of this user, where the device has room to say whose it is. */
  clearAllButDraftOf(userId: number): Promise<void>;
  /** Removes a draft that another user's expired session has left. */
  clearDraftOfOthers(userId: number): Promise<void>;
}

export const deviceKeys: DeviceKeys = {
  readToken: () => get<string>(KEYS.token),
  writeToken: (token) => set(KEYS.token, token),
  deviceId: async () => {
    const made = await get<string>(KEYS.deviceId);
    // A full device takes no write, not even of what is there.
    if (made) return made;
    // One transaction, so that two threads that ask at once agree on the id.
    await update<string>(KEYS.deviceId, (known) => known ?? crypto.randomUUID());
    return (await get<string>(KEYS.deviceId)) ?? '';
  },
  readDeviceToken: async () => {
    const [deviceId, proven] = await getMany<unknown>([KEYS.deviceId, KEYS.deviceToken]);
    const known = proven as ProvenDevice | undefined;
    return known?.deviceId === deviceId ? known?.token : undefined;
  },
  writeDeviceToken: (deviceId, token) =>
    set(KEYS.deviceToken, { deviceId, token } satisfies ProvenDevice),
  clearDeviceToken: () => del(KEYS.deviceToken),
  readPendingReferral: () => get<string>(KEYS.pendingReferral),
  writePendingReferral: (code) => set(KEYS.pendingReferral, code),
  clearPendingReferral: () => del(KEYS.pendingReferral),
  readPendingSignUp: () => get<string>(KEYS.pendingSignUp),
  writePendingSignUp: (username) => set(KEYS.pendingSignUp, username),
  clearPendingSignUp: () => del(KEYS.pendingSignUp),
  readPendingVoucher: () => get<string>(KEYS.pendingVoucher),
  writePendingVoucher: (ulid) => set(KEYS.pendingVoucher, ulid),
  clearPendingVoucher: () => del(KEYS.pendingVoucher),
  clear: () => delMany(Object.values(KEYS).filter((key) => !DEVICE_KEYS.includes(key))),
  clearAllButDraftOf: async (userId) => {
    const isMarked = await set(KEYS.giveawayDraftOwner, userId).then(
      () => true,
      () => false,
    );
    // A full device takes no mark, and the next user must not find a draft without one.
    const kept = isMarked ? [...DEVICE_KEYS, ...DRAFT_KEYS] : DEVICE_KEYS;
    await delMany(Object.values(KEYS).filter((key) => !kept.includes(key)));
  },
  clearDraftOfOthers: async (userId) => {
    const owner = await get<number>(KEYS.giveawayDraftOwner);
    if (owner !== undefined && owner !== userId) await delMany(DRAFT_KEYS);
  },
};
