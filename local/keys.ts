import { del, delMany, get, getMany, set, update } from 'idb-keyval';

import { KEYS, DATA_SAVER_KEY } from '../contract/storage-keys.ts';

/** A token is valid only for its device id, so they are stored together. */
interface ProvenDevice {
  readonly deviceId: string;
  readonly token: string;
}

const DEVICE_KEYS: string[] = [KEYS.deviceId, KEYS.deviceToken];
const DRAFT_KEYS: string[] = [KEYS.giveawayDraft, KEYS.giveawayDraftCover, KEYS.giveawayDraftOwner];

/** `pendingSignUp`: the server may have received it, so the name may already be taken. */
type PendingKey = 'pendingReferral' | 'pendingSignUp' | 'pendingVoucher';

/** These keys are outside the database, so that they survive a damaged database. */
export const deviceKeys = {
  readToken: () => get<string>(KEYS.token),
  writeToken: (token: string) => set(KEYS.token, token),
  deviceId: async (): Promise<string> => {
    const made = await get<string>(KEYS.deviceId);
    if (made) return made;
    // One transaction, so that two threads create the same id.
    await update<string>(KEYS.deviceId, (known) => known ?? crypto.randomUUID());
    return (await get<string>(KEYS.deviceId)) ?? '';
  },
  readDeviceToken: async (): Promise<string | undefined> => {
    const [deviceId, proven] = await getMany<unknown>([KEYS.deviceId, KEYS.deviceToken]);
    const known = proven as ProvenDevice | undefined;
    return known?.deviceId === deviceId ? known?.token : undefined;
  },
  writeDeviceToken: (deviceId: string, token: string) =>
    set(KEYS.deviceToken, { deviceId, token } satisfies ProvenDevice),
  clearDeviceToken: () => del(KEYS.deviceToken),
  read: (name: PendingKey) => get<string>(KEYS[name]),
  write: (name: PendingKey, value: string) => set(KEYS[name], value),
  remove: (name: PendingKey) => del(KEYS[name]),
  clear: () => delMany(Object.values(KEYS).filter((key) => !DEVICE_KEYS.includes(key))),
  /** Deletes the draft too if a full device cannot store its owner. */
  clearAllButDraftOf: async (userId: number) => {
    const isMarked = await set(KEYS.giveawayDraftOwner, userId).then(
      () => true,
      () => false,
    );
    // A draft without an owner must not reach the next user.
    const kept = isMarked ? [...DEVICE_KEYS, ...DRAFT_KEYS] : DEVICE_KEYS;
    await delMany(Object.values(KEYS).filter((key) => !kept.includes(key)));
  },
  clearDraftOfOthers: async (userId: number) => {
    const owner = await get<number>(KEYS.giveawayDraftOwner);
    if (owner !== undefined && owner !== userId) await delMany(DRAFT_KEYS);
  },
};

export type DeviceKeys = typeof deviceKeys;

/** The service worker cannot read localStorage, so it reads the data saver setting here. */
export const readCachedDataSaver = async (): Promise<boolean> =>
  (await get<boolean>(DATA_SAVER_KEY)) === true;

export const writeCachedDataSaver = (isOn: boolean): Promise<void> => set(DATA_SAVER_KEY, isOn);
