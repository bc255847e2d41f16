import { del, delMany, get, getMany, set, update } from 'idb-keyval';

import { KEYS, DATA_SAVER_KEY } from '../contract/storage-keys.ts';

/** A token is valid only for its device id, so they are stored together. */
interface ProvenDevice {
  readonly deviceId: string;
  readonly token: string;
}

const DEVICE_KEYS: string[] = [KEYS.deviceId, KEYS.deviceToken];
const DRAFT_KEYS: string[] = [KEYS.giveawayDraft, KEYS.giveawayDraftCover, KEYS.giveawayDraftOwner];

/** These keys are outside the database, so that they survive a damaged database. */
export interface DeviceKeys {
  readToken(): Promise<string | undefined>;
  writeToken(token: string): Promise<void>;
  deviceId(): Promise<string>;
  readDeviceToken(): Promise<string | undefined>;
  writeDeviceToken(deviceId: string, token: string): Promise<void>;
  clearDeviceToken(): Promise<void>;
  readPendingReferral(): Promise<string | undefined>;
  writePendingReferral(code: string): Promise<void>;
  clearPendingReferral(): Promise<void>;
  /** The server may have received this sign-up, so the name may already be taken. */
  readPendingSignUp(): Promise<string | undefined>;
  writePendingSignUp(username: string): Promise<void>;
  clearPendingSignUp(): Promise<void>;
  readPendingVoucher(): Promise<string | undefined>;
  writePendingVoucher(ulid: string): Promise<void>;
  clearPendingVoucher(): Promise<void>;
  clear(): Promise<void>;
  /** Deletes the draft too if a full device cannot store its owner. */
  clearAllButDraftOf(userId: number): Promise<void>;
  clearDraftOfOthers(userId: number): Promise<void>;
}

export const deviceKeys: DeviceKeys = {
  readToken: () => get<string>(KEYS.token),
  writeToken: (token) => set(KEYS.token, token),
  deviceId: async () => {
    const made = await get<string>(KEYS.deviceId);
    if (made) return made;
    // One transaction, so that two threads create the same id.
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
    // A draft without an owner must not reach the next user.
    const kept = isMarked ? [...DEVICE_KEYS, ...DRAFT_KEYS] : DEVICE_KEYS;
    await delMany(Object.values(KEYS).filter((key) => !kept.includes(key)));
  },
  clearDraftOfOthers: async (userId) => {
    const owner = await get<number>(KEYS.giveawayDraftOwner);
    if (owner !== undefined && owner !== userId) await delMany(DRAFT_KEYS);
  },
};

/** The service worker cannot read localStorage, so it reads the data saver setting here. */
export const readCachedDataSaver = async (): Promise<boolean> =>
  (await get<boolean>(DATA_SAVER_KEY)) === true;

export const writeCachedDataSaver = (isOn: boolean): Promise<void> => set(DATA_SAVER_KEY, isOn);
