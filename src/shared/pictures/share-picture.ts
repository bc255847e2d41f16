import { toast } from '../../platform/toast-store.ts';
import { isCancelled } from '../vouchers/share-voucher.tsx';

export const whatsAppLink = (text: string): string =>
  `https://wa.me/?text=${encodeURIComponent(text)}`;

type FileSharer = Pick<Partial<Navigator>, 'share' | 'canShare'>;

/** Whether the device's share sheet takes a file; older ones take links alone, whatever the types say. */
export const canShareFile = (file: File, browser: FileSharer = navigator): boolean =>
  (browser.share && browser.canShare?.({ files: [file] })) ?? false;

/** Known before a picture is drawn. */
export const canSharePictures = (browser: FileSharer = navigator): boolean =>
  canShareFile(new File([''], 'picture.png', { type: 'image/png' }), browser);

/** Offers a picture by the device's share sheet. */
export async function sharePicture(file: File, text: string): Promise<void> {
  try {
    await navigator.share({ text, files: [file] });
  } catch (error) {
    if (!isCancelled(error)) toast('This could not be shared. Save the picture instead.');
  }
}
