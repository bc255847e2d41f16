import { isSavingData } from '../../../platform/data-saver.ts';

/** What of the browser tells what loading costs; Chromium alone knows its connection. */
export interface DataSurroundings {
  readonly onLine: boolean;
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

const SLOW = new Set(['slow-2g', '2g', '3g']);

/** Whether something large may load unasked: not with data saver on, nor on a slow connection. */
export function mayLoadUnasked({ onLine, connection }: DataSurroundings = navigator): boolean {
  if (!onLine || isSavingData({ ...(connection && { connection }) })) return false;
  return !SLOW.has(connection?.effectiveType ?? '');
}
