/** What goes wrong while a QR code is scanned, letter for letter (spec 8, Scanning). */
export const SCAN_FAILURES = {
  camera: 'Camera permission is required to scan QR codes',
  scanner: 'Error scanning QR code: {reason}',
  content: 'Error: {reason}',
} as const;
