/** Call it after a user action, because some browsers show a prompt. */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator;
  try {
    if (!(await storage.persisted())) await storage.persist();
  } catch {
    // Without this API the browser deletes data by its own rules.
  }
}
