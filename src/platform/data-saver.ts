import { LOCAL } from '../../contract/storage-keys.ts';

interface DataSurroundings {
  readonly connection?: { readonly saveData?: boolean };
}

export const isSavingData = (
  device: DataSurroundings | undefined = globalThis.navigator as DataSurroundings | undefined,
): boolean => device?.connection?.saveData === true || isDataSaverOn();

export function isDataSaverOn(): boolean {
  try {
    return localStorage.getItem(LOCAL.dataSaver) === '1';
  } catch {
    return false;
  }
}

export function chooseDataSaver(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(LOCAL.dataSaver, '1');
    else localStorage.removeItem(LOCAL.dataSaver);
  } catch {
    // Without localStorage the choice cannot be stored.
  }
}
