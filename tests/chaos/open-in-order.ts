/** Notes how to close what was just opened. */
export type OnClose = (close: () => unknown) => void;

/**
 * Opens things one after the other; `close` closes them, the last one first, and so does a failure on the way.
 * @throws what `open` throws
 */
export async function openInOrder<T extends object>(
  open: (onClose: OnClose) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  try {
    return { ...(await open((closeOne) => void closers.push(closeOne))), close };
  } catch (error) {
    await close();
    throw error;
  }
}
