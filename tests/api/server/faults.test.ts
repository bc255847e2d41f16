import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { buildApp } from '../../../server/app.ts';
import { isDatabaseAway } from '../../../server/db/database-faults.ts';
import { createDiskCoverStore } from '../../../server/media/choose-cover-store.ts';
import { reconcilePayouts } from '../../../server/disbursements/payouts.ts';
import type { ProviderResponse } from '../../../server/disbursements/adapters/providers.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { flatPicture } from '../../fixtures/cover-files.ts';
import { postForm } from '../../fixtures/api/giveaways.ts';
import { requestOf, Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const test = setUpApp({ isEmbedded: true });
const withdrawals = new Withdrawals(test);
const ready = () => test.call('GET', 'root:/readyz');

describe('a database that takes no writes', () => {
  it('is said so by the probe; writes are to be repeated, reads go on', async () => {
    const person = await withdrawals.newPayee(5000);
    expect((await ready()).status).toBe(200);
    await test.deps.database.executeSql('set default_transaction_read_only = on');
    try {
      const probe = await ready();
      expect([probe.status, probe.body['reasons'], probe.headers['retry-after']]).toEqual([
        503,
        ['the database is read-only'],
        '5',
      ]);
      const refused = await withdrawals.start(person);
      expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
        503,
        'unavailable',
        '5',
      ]);
      expect(await walletOf(test, person)).toBe(5000);
    } finally {
      await test.deps.database.executeSql('set default_transaction_read_only = off');
    }
    expect((await ready()).status).toBe(200);
  });

  it.each([
    ['a lock that took too long', { code: '55P03' }],
    ['a statement that took too long', { code: '57014' }],
    ['a full disk', { code: '53100' }],
    ['no connection left', { code: '53300' }],
    ['a deadlock that came back', { code: '40P01' }],
    ['a broken transaction', { code: '25P02' }],
    ['no answer', new Error('Query read timeout')],
    ['a connection that was given up', new Error('Client was closed and is not queryable')],
    ['a refused connection', { code: 'ECONNREFUSED' }],
    ['a session that a full disk lets not begin', { severity: 'FATAL', code: 'XX000' }],
  ])('passes, like %s', (_what, fault) => {
    const error = Object.assign(new Error('below'), fault);
    const cause = fault instanceof Error ? fault : error;
    expect(isDatabaseAway(new Error('Failed query', { cause }))).toBe(true);
    for (const code of ['23505', 'XX000'])
      expect(isDatabaseAway(Object.assign(new Error('ours'), { severity: 'ERROR', code }))).toBe(
        false,
      );
  });
});

describe('a folder of covers', () => {
  const PATH = '01ARZ3NDEKTSV4RRFFQ69G5FAV/800-000000000000.webp';
  const newFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'goodies-covers-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const unfinishedIn = (folder: string) => readdir(path.join(folder, '.unfinished'));

  it('that is full makes a cover wait, and the probe says so', async () => {
    const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    const covers = { ...test.deps.covers, put: full, check: full };
    const app = await buildApp({ ...test.deps, covers });
    const call: typeof test.call = async (method, url, options = {}) => {
      const reply = await app.inject({
        method,
        url: `/api/v1${url}`,
        headers: { authorization: `Bearer ${options.token}`, ...options.headers },
        payload: options.body as never,
      });
      const { statusCode: status, headers, body: text } = reply;
      return { status, headers, text, body: reply.json() };
    };
    const { token } = await withdrawals.newPayee(0);
    const posted = await postForm(
      { ...test, call },
      token,
      {},
      { file: { name: 'cover.png', bytes: await flatPicture('png') } },
    );
    expect([posted.status, posted.headers['retry-after']]).toEqual([503, '5']);
    const probe = await app.inject('/readyz');
    expect([probe.statusCode, probe.json<{ reasons: string[] }>().reasons]).toEqual([
      503,
      ['covers cannot be stored'],
    ]);
    await app.close();
  });

  it('keeps nothing of a cover that could not be stored', async () => {
    const folder = await newFolder();
    const store = createDiskCoverStore(folder);
    await mkdir(path.join(folder, PATH), { recursive: true });
    await expect(store.put(PATH, Buffer.from('bytes'))).rejects.toThrow();
    expect(await unfinishedIn(folder)).toEqual([]);
  });

  it('loses what a killed process left, and nothing that is being written', async () => {
    const folder = await newFolder();
    const store = createDiskCoverStore(folder);
    await store.put(PATH, Buffer.from('bytes'));
    const file = (name: string) => path.join(folder, '.unfinished', name);
    for (const name of ['left', 'current']) await writeFile(file(name), 'half');
    const before = new Date(Date.now() - 3_600_000);
    await utimes(file('left'), before, new Date(before.getTime() - 1_000));
    await store.sweep(before);
    expect(await unfinishedIn(folder)).toEqual(['current']);
    expect((await store.open(PATH, 'bytes=9-'))?.sizeBytes).toBe(5);
  });

  it('that cannot be written to is found out', async () => {
    const folder = await newFolder();
    const store = createDiskCoverStore(folder);
    await store.check();
    await writeFile(path.join(folder, 'file'), '');
    await expect(createDiskCoverStore(path.join(folder, 'file')).check()).rejects.toThrow();
  });
});

describe('an answer', () => {
  afterEach(() => vi.useRealTimers());
  const open = { config: { access: 'public' as const } };

  it('comes within 25 s, whatever the request waits for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const app = await buildApp(test.deps);
    app.get('/never', open, () => new Promise(() => undefined));
    const answer = app.inject('/never');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(25_000);
    const { statusCode, headers, body } = await answer;
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'unavailable' });
    await app.close();
  });

  it('that has begun may take its time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const app = await buildApp(test.deps);
    const slow = new PassThrough();
    app.get('/slow', open, (_request, reply) => reply.send(slow));
    const answer = app.inject('/slow');
    slow.write('first ');
    await vi.waitFor(() => expect(slow.readableFlowing).toBe(true));
    await vi.advanceTimersByTimeAsync(60_000);
    slow.end('last');
    const { statusCode, body } = await answer;
    expect([statusCode, body]).toEqual([200, 'first last']);
    await app.close();
  });
});

describe('a withdrawal whose rail is slow', () => {
  it('is answered while the rail still thinks, and ends with its word', async () => {
    const person = await withdrawals.newPayee(5000);
    const sandbox = test.deps.payouts.named('sandbox');
    if (!sandbox) throw new Error('no sandbox');
    let sent = (): void => undefined;
    const handedOver = new Promise<void>((resolve) => {
      sent = resolve;
    });
    let say: (verdict: ProviderResponse) => void = () => undefined;
    const word = new Promise<ProviderResponse>((resolve) => {
      say = resolve;
    });
    const deps = withdrawals.depsWith({
      listBanks: (currency) => sandbox.listBanks(currency),
      send: () => {
        sent();
        return word;
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = withdraw(deps, undefined, person.userId, requestOf(person));
    await handedOver;
    await vi.advanceTimersByTimeAsync(8_000);
    vi.useRealTimers();
    const { reference, status } = await answer;
    expect(status).toBe('pending');
    expect(await walletOf(test, person)).toBe(3990);
    // Late, and after the job has asked: said twice, recorded once.
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePayouts(withdrawals.depsSaying('paid'));
    say({ state: 'paid' });
    await expect.poll(() => withdrawals.statusOf(reference)).toBe('completed');
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('is not begun while the rail does not tell where it can pay', async () => {
    const person = await withdrawals.newPayee(5000);
    const deps = withdrawals.depsWith({ listBanks: () => new Promise(() => undefined) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = withdraw(deps, undefined, person.userId, requestOf(person));
    const refused = expect(answer).rejects.toMatchObject({ code: 'banks_failed' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await refused;
    expect(await walletOf(test, person)).toBe(5000);
  });
});
