import { act } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { LoginBody } from '../../../../contract/accounts.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { storeLogin } from './device-memory.ts';
import { LoginForm } from './login-page.tsx';

const sent: LoginBody[] = [];
let tellOfWork: () => void;
let answered: Promise<void> | undefined;
let isRight = false;
const homeRefreshed = vi.fn();
vi.mock('../../../platform/session/session.ts', () => ({
  refreshSession: async () => 'signed-in',
}));
vi.mock('../passkeys/offer-passkey.ts', () => ({ offerPasskey: async () => undefined }));
// Without Comlink, which only carries what is told between threads.
vi.mock('../../../platform/worker/call-with-progress.ts', async () => {
  const { callWorker } = await import('../../../platform/worker/data-worker.ts');
  return {
    callWithProgress: (use: (worker: never, tell: unknown) => never, tell: unknown) =>
      callWorker((worker) => use(worker as never, tell)),
  };
});
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) => {
    ask({
      login: (body: LoginBody, onWork: () => void) => {
        sent.push(body);
        tellOfWork = onWork;
      },
      refreshHome: homeRefreshed,
    });
    await answered;
    if (isRight) return { ok: true, value: {} };
    const code = 'login_link_sent';
    return { ok: false, error: { code, message: errorMessage(code), status: 429 } };
  },
}));

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const page = (
  <AppRouter path="/login" search="">
    <LoginForm />
  </AppRouter>
);

let root: Root;

/** The field as the server rendered it, to use before the app runs, and what then hydrates it. */
function openDocument() {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const field = container.querySelector('input');
  if (!field) throw new Error('no field');
  const run = async () => {
    root = await act(async () => hydrateRoot(container, page));
  };
  return { field, run };
}

beforeEach(() => storeLogin('ada@mail.test'));
afterEach(async () => {
  isRight = false;
  homeRefreshed.mockReset();
  await act(async () => root.unmount());
  document.body.textContent = '';
});

it.each<[string, (field: HTMLInputElement) => void, string]>([
  ['fills in who logged in here last', () => undefined, 'ada@mail.test'],
  ['leaves what was typed before the app ran', (field) => void (field.value = 'k'), 'k'],
  ['puts nothing under the cursor of a visitor who is about to type', (field) => field.focus(), ''],
])('%s', async (_, before, shown) => {
  const { field, run } = openDocument();
  before(field);
  await run();
  expect(field.value).toBe(shown);
});

it('Enter goes on to the field that is empty', async () => {
  const { field, run } = openDocument();
  await run();
  const [, password] = document.querySelectorAll('input');
  field.focus();
  await act(async () => {
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
  });
  expect(document.activeElement).toBe(password);
  expect(document.querySelector('[aria-invalid]')).toBeNull();
});

/** Logs Ada in with a password, on the address that the page was opened at. */
async function logIn(search: string): Promise<string | null | undefined> {
  history.replaceState(null, '', `/login${search}`);
  const { field, run } = openDocument();
  await run();
  const password = document.querySelector<HTMLInputElement>('input[name="password"]');
  if (!password) throw new Error('no password');
  password.value = 'a-good-password';
  await act(async () => field.form?.requestSubmit());
  return document.querySelector('[role="alert"]')?.textContent;
}

it('says that a link was mailed after too many wrong passwords, and takes what it brings', async () => {
  sent.length = 0;
  expect(await logIn('')).toContain('We have sent a link to its e-mail address');
  expect(sent).toMatchObject([{ email: 'ada@mail.test', password: 'a-good-password' }]);
  expect(sent[0]).not.toHaveProperty('link_token');
  await act(async () => root.unmount());
  document.body.textContent = '';

  await logIn('?token=a_token-1');
  expect(sent[1]).toMatchObject({ email: 'ada@mail.test', link_token: 'a_token-1' });
});

it.each([
  ['', '/', 1],
  ['?next=/wallet', '/wallet', 0],
])(
  'goes where it leads%s, and asks for the lists of home at once if that is home',
  async (search, path, times) => {
    isRight = true;
    await logIn(search);
    await vi.waitFor(() => expect(location.pathname).toBe(path));
    expect(homeRefreshed).toHaveBeenCalledTimes(times);
  },
);

it('says that it is checking while the device does what a busy network takes', async () => {
  let answer = (): void => undefined;
  answered = new Promise((resolve) => (answer = resolve));
  await logIn('');
  const button = document.querySelector('button[type="submit"]');
  expect(button?.getAttribute('aria-busy')).toBe('true');
  await act(async () => tellOfWork());
  expect(button?.textContent).toBe('Checking…');
  expect(button?.getAttribute('aria-disabled')).toBe('true');
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Checking…');
  const requests = sent.length;
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(sent).toHaveLength(requests);
  await act(async () => answer());
  answered = undefined;
  expect(button?.textContent).toBe('Log In');
  expect(document.querySelector('[role="status"]')?.textContent).toBe('');
});
