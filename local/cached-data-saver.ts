import { get, set } from 'idb-keyval';

import { DATA_SAVER_KEY } from '../contract/storage-keys.ts';

/** The service worker cannot read localStorage, so it reads the data saver setting here. */
export const readCachedDataSaver = async (): Promise<boolean> =>
  (await get<boolean>(DATA_SAVER_KEY)) === true;

export const writeCachedDataSaver = (isOn: boolean): Promise<void> => set(DATA_SAVER_KEY, isOn);
