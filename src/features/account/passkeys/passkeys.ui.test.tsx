import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DAY_MS } from '../../../../contract/durations.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { render, settle } from '../../../ui/test-render.ts';
import { offerPasskey } from './offer-passkey.ts';
import { signalPasskeys } from './signals.ts';
import { usePasskeyLogin } from './use-passkey-login.ts';

const logInByAutofill = vi.hoisted(() => vi.fn());
const endAutofill = vi.hoisted(() => vi.fn());
vi.mock('./passkey-login.ts', () => ({ logInByAutofill, endAutofill }));
vi.mock('../../../platform/connectivity.ts', () => ({ onNetworkReturn: () => () => undefined }));
const told = vi.hoisted((): { text: string; label: string | undefined }[] => []);
vi.mock('../../../platform/toast-store.ts', () => ({
  notify: (text: string, { action }: { action?: { label: string } }) =>
    void told.push({ text, label: action?.label }),
}));
const readPasskeyOwner = vi.hoisted(() => vi.fn());
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) => call({ readPasskeyOwner }),
}));

const answers: Result<unknown>[] = [];
function Probe(): ReactElement {
  usePasskeyLogin((result) => void answers.push(result));
  return <p />;
}

/** A browser that knows passkeys. */
const browserWith = (features: object): void => {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, features),
  );
};
const conditional = { isConditionalMediationAvailable: async () => true };
const sensor = { isUserVerifyingPlatformAuthenticatorAvailable: async () => true };

beforeEach(() => {
  answers.length = 0;
  told.length = 0;
  localStorage.clear();
  logInByAutofill.mockReset();
  endAutofill.mockReset();
  readPasskeyOwner.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test('a browser without suggestions of passkeys is asked for none', async () => {
  render(<Probe />);
  browserWith({ isConditionalMediationAvailable: async () => false });
  render(<Probe />);
  await settle();
  expect(logInByAutofill).not.toHaveBeenCalled();
});

test('the chosen passkey answers; a refused one leaves the suggestions as they are', async () => {
  browserWith(conditional);
  const refused = fail({ code: 'passkey_unknown', message: 'This passkey opens no account' });
  logInByAutofill.mockResolvedValueOnce(refused).mockResolvedValueOnce(ok({}));
  const { rerender } = render(<Probe />);
  await vi.waitFor(() => expect(answers).toEqual([refused, ok({})]));
  await act(async () => rerender(<p />));
  expect(endAutofill).toHaveBeenCalledOnce();
});

test('setting one up is offered where there is a sensor, and not again for a while', async () => {
  await offerPasskey(DAY_MS);
  browserWith({ isUserVerifyingPlatformAuthenticatorAvailable: async () => false });
  await offerPasskey(100 * DAY_MS);
  expect(told).toEqual([]);
  browserWith(sensor);
  await offerPasskey(100 * DAY_MS);
  await offerPasskey(101 * DAY_MS);
  expect(told.map(({ label }) => label)).toEqual(['Set up']);
  await offerPasskey(191 * DAY_MS);
  expect(told).toHaveLength(2);
});

test('the password manager hears which passkeys the server has, never from an old list', async () => {
  const signalAllAcceptedCredentials = vi.fn(async () => undefined);
  browserWith({ signalAllAcceptedCredentials });
  readPasskeyOwner.mockResolvedValueOnce(fail({ code: 'network', message: 'No network' }));
  await signalPasskeys();
  expect(signalAllAcceptedCredentials).not.toHaveBeenCalled();
  readPasskeyOwner.mockResolvedValueOnce(
    ok({ userHandle: 'Nw', username: 'ada', credentialIds: ['abc'] }),
  );
  await signalPasskeys();
  expect(signalAllAcceptedCredentials).toHaveBeenCalledWith({
    rpId: 'localhost',
    userId: 'Nw',
    allAcceptedCredentialIds: ['abc'],
  });
});

test('a browser without signals costs no request', async () => {
  browserWith({});
  await signalPasskeys();
  expect(readPasskeyOwner).not.toHaveBeenCalled();
});
