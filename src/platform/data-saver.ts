import { LOCAL } from '../../contract/storage-keys.ts';

/** What of the browser tells that its user wants less data; Chromium alone knows. */
interface DataSurroundings {
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether less data was asked for on this device, here or of the browser. */
export const isSavingData = (
  // Where pages are rendered ahead there is no browser to ask.
  device: DataSurroundings | undefined = globalThis.navigator as DataSurroundings | undefined,
): boolean => device?.connection?.saveData === true || isDataSaverOn();

/** Whether it was asked for here. */
export function isDataSaverOn(): boolean {
  try {
    return localStorage.getItem(LOCAL.dataSaver) === '1';
  } catch {
    return false;
  }
}

/** The device's choice, which stays when its user signs out. */
export function chooseDataSaver(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(LOCAL.dataSaver, '1');
    else localStorage.removeItem(LOCAL.dataSaver);
  } catch {
    // Nothing can be kept here.
  }
}
