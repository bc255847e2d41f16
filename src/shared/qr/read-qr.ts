interface Detected {
  readonly rawValue: string;
}
/** In Chromium on Android and macOS; TypeScript does not know it. */
type Detector = new (options: { readonly formats: readonly string[] }) => {
  detect(picture: ImageBitmap): Promise<readonly Detected[]>;
};

async function detect(picture: ImageBitmap): Promise<string | undefined> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: Detector };
  if (!BarcodeDetector) return undefined;
  try {
    const [found] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(picture);
    return found?.rawValue;
  } catch {
    // Some have the interface without the service behind it.
    return undefined;
  }
}

/**
 * The text of a QR code in a picture, which stays on the device.
 * @returns undefined where there is none
 * @throws when the file is no picture, or what reads it cannot be fetched
 */
export async function readQr(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file);
  try {
    const detected = await detect(picture);
    return detected ?? (await import('./qr-decoder.ts')).decodePicture(picture);
  } finally {
    picture.close();
  }
}
