/**
 * Asks the browser not to clear what stands on this device when it needs room. To be called after the user has
 * done something that is worth it, never at the start: some browsers ask their user then.
 */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator;
  try {
    if (!(await storage.persisted())) await storage.persist();
  } catch {
    // A browser without it, or an insecure address: then it clears by its own rules.
  }
}
