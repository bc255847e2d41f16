import type { Page } from 'playwright';

export async function age(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (by) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const db = await settled(indexedDB.open('goodies'));
    for (const name of db.objectStoreNames) {
      const store = db.transaction(name, 'readwrite').objectStore(name);
      for (const row of (await settled(store.getAll())) as Record<string, unknown>[]) {
        const times = ['fetchedAt', 'detailFetchedAt', 'at'].filter(
          (field) => typeof row[field] === 'number',
        );
        if (times.length === 0) continue;
        for (const field of times) row[field] = (row[field] as number) - by;
        await settled(store.put(row));
      }
    }
    db.close();
  }, ms);
}
