import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that takes a connection back when it breaks while it is in use. The query builder never returns
 * one that breaks at BEGIN, so that each of them would cost a place in the pool for good; and a connection
 * that breaks while no statement runs on it would end the process.
 */
export class RecoveringPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    // Single statements: the pool itself looks after these.
    if (callback) return super.connect(callback);
    return super.connect().then(takeBackWhenBroken);
  }
}

function takeBackWhenBroken(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  const releaseOnce: typeof client.release = (broken) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(broken);
    client.off('error', onError);
  };
  const onEnd = (): void => releaseOnce(true);
  // The statement that uses the connection fails by itself.
  const onError = (): void => undefined;
  client.on('end', onEnd);
  client.on('error', onError);
  client.release = releaseOnce;
  return client;
}
