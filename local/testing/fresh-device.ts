import 'fake-indexeddb/auto';
import { KEYS } from '../../contract/storage-keys.ts';
import { GoodiesDatabase } from '../database.ts';
import type { DeviceKeys } from '../keys.ts';

/** Test files in one process share storage, so each test needs its own database. */
export const freshDatabase = (): GoodiesDatabase =>
  new GoodiesDatabase(`test-${crypto.randomUUID()}`);

const DEVICE_KEYS = [KEYS.deviceId, KEYS.deviceToken];

export function memoryKeys(): DeviceKeys & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  let devices = 0;
  const clearAllBut = (kept: readonly string[]): void => {
    for (const key of values.keys()) if (!kept.includes(key)) values.delete(key);
  };
  return {
    values,
    readToken: async () => values.get(KEYS.token),
    writeToken: async (token) => void values.set(KEYS.token, token),
    deviceId: async () => {
      const known = values.get(KEYS.deviceId);
      if (known) return known;
      devices += 1;
      values.set(KEYS.deviceId, `device-${devices}`);
      return `device-${devices}`;
    },
    readDeviceToken: async () => {
      const [deviceId, token] = values.get(KEYS.deviceToken)?.split(' ') ?? [];
      return deviceId === values.get(KEYS.deviceId) ? token : undefined;
    },
    writeDeviceToken: async (deviceId, token) =>
      void values.set(KEYS.deviceToken, `${deviceId} ${token}`),
    clearDeviceToken: async () => void values.delete(KEYS.deviceToken),
    read: async (name) => values.get(KEYS[name]),
    write: async (name, value) => void values.set(KEYS[name], value),
    remove: async (name) => void values.delete(KEYS[name]),
    clear: async () => clearAllBut(DEVICE_KEYS),
    clearAllButDraftOf: async (userId) => {
      clearAllBut([...DEVICE_KEYS, KEYS.giveawayDraft]);
      values.set(KEYS.giveawayDraftOwner, `${userId}`);
    },
    clearDraftOfOthers: async (userId) => {
      if (values.get(KEYS.giveawayDraftOwner) !== `${userId}`) values.delete(KEYS.giveawayDraft);
    },
  };
}
