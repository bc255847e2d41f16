/** The script of the pages for signing in, which runs in the browser of a member of staff. */
export const PASSKEY_SCRIPT = `const button = document.querySelector('button[data-passkey]');
const said = document.querySelector('[role=status]');
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
const post = async (path, body) => {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(read.message);
  return read;
};
const logIn = async () => {
  const { data } = await post('/admin/log-in/options', {});
  const { id, response } = await navigator.credentials.get({
    publicKey: { ...data, challenge: bytesOf(data.challenge) },
  });
  await post('/admin/log-in', {
    id,
    client_data: base64url(response.clientDataJSON),
    authenticator_data: base64url(response.authenticatorData),
    signature: base64url(response.signature),
  });
};
const setUp = async (token) => {
  const { data } = await post('/admin/welcome/options', { token });
  const user = { ...data.user, id: bytesOf(data.user.id) };
  const { id, response } = await navigator.credentials.create({
    publicKey: { ...data, user, challenge: bytesOf(data.challenge) },
  });
  await post('/admin/welcome', {
    token,
    id,
    client_data: base64url(response.clientDataJSON),
    attestation_object: base64url(response.attestationObject),
  });
};
button.addEventListener('click', async () => {
  button.disabled = true;
  said.textContent = '';
  try {
    const { token } = button.dataset;
    await (token ? setUp(token) : logIn());
    location.assign('/admin');
  } catch (error) {
    said.textContent =
      error.name === 'NotAllowedError' ? 'The passkey was not given. Try again.' : error.message;
    button.disabled = false;
  }
});
`;
