import { LOCAL } from '../../contract/storage-keys.ts';
import { readKey, writeKey } from './storage/small-keys.ts';

interface DataSurroundings {
  readonly connection?: { readonly saveData?: boolean };
}

export const isSavingData = (
  device: DataSurroundings | undefined = globalThis.navigator as DataSurroundings | undefined,
): boolean => device?.connection?.saveData === true || isDataSaverOn();

export const isDataSaverOn = (): boolean => readKey(LOCAL.dataSaver) === '1';

export const chooseDataSaver = (isOn: boolean): void =>
  writeKey(LOCAL.dataSaver, isOn ? '1' : undefined);
