/** The device's database as it stands, without Dexie; undefined where there is none yet, which only Dexie may make. */
export function openPlainly(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => {
      const db = request.result;
      // Another thread upgrades or deletes the database: it must not wait for this one.
      db.addEventListener('versionchange', () => db.close());
      resolve(db);
    });
    request.addEventListener('error', () => {
      if (request.error?.name === 'AbortError') resolve(undefined);
      else reject(request.error ?? new Error(`${name} cannot be opened`));
    });
  });
}
