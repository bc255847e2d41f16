import { act, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { EVENTS } from '../../../contract/storage-keys.ts';
import { ok } from '../../../contract/result.ts';
import { failed } from '../../../workers/failure.ts';
import { render } from '../../ui/test-render.ts';
import { callWorker } from '../worker/data-worker.ts';
import { useRefresh } from './use-refresh.ts';

vi.mock('../worker/data-worker.ts', () => ({ callWorker: vi.fn() }));

const call = vi.mocked(callWorker);

beforeEach(() => call.mockReset());

function Screen(): ReactElement {
  const [refresh] = useRefresh(async () => ok(undefined), []);
  return <p>{refresh.phase}</p>;
}

async function show(): Promise<string | null> {
  const { container } = await act(async () => render(<Screen />));
  return container.textContent;
}

it('asks once more where the connection broke, and tells nobody when that goes well', async () => {
  call.mockResolvedValueOnce(failed('network')).mockResolvedValueOnce(ok(undefined));
  expect(await show()).toBe('done');
  expect(call).toHaveBeenCalledTimes(2);
});

it('says so when it breaks twice', async () => {
  call.mockResolvedValue(failed('network'));
  expect(await show()).toBe('failed');
  expect(call).toHaveBeenCalledTimes(2);
});

it('asks again when there is news, and leaves a hidden page for when it is seen', async () => {
  call.mockResolvedValue(ok(undefined));
  await show();
  call.mockClear();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await act(async () => void dispatchEvent(new Event(EVENTS.newsHeard)));
  expect(call).not.toHaveBeenCalled();
  hidden.mockRestore();
  await act(async () => void dispatchEvent(new Event(EVENTS.newsHeard)));
  expect(call).toHaveBeenCalledOnce();
});

it('does not repeat what the server has refused', async () => {
  call.mockResolvedValue(failed('internal'));
  expect(await show()).toBe('failed');
  expect(call).toHaveBeenCalledOnce();
});
