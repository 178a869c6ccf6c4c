import type { Api } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import type { Answer, Body } from './api/api-types.ts';
import type { Session } from './api/types.ts';

export type Assertion = Body<'/dashboard/api/sign_in/passkey', 'post'>['passkey'];
type Attestation = Body<'/dashboard/api/passkeys', 'post'>['credential'];
type CreationOptions = Answer<'/dashboard/api/passkeys/begin', 'post'>;
type RequestOptions = Answer<'/dashboard/api/passkeys/ask', 'post'>;

/** Browsers bind passkeys to a name: at a bare IP address there are none. */
export function canUsePasskeys(): boolean {
  const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);
  return isNamed && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Signs in the member whom the chosen passkey belongs to. */
export async function signInWithPasskey(api: Api): Promise<Session> {
  const options = await api.post('/dashboard/api/sign_in/passkey/begin', { waitForSignIn: false });
  const passkey = await ask(options);
  return api.post('/dashboard/api/sign_in/passkey', { body: { passkey }, waitForSignIn: false });
}

/** What confirms an action in place of password and code. */
export async function confirmWithPasskey(api: Api): Promise<Assertion> {
  return ask(await api.post('/dashboard/api/passkeys/ask', {}));
}

export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await unlessClosed(navigator.credentials.create({ publicKey }));
  const { response } = made;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw closed();
  const { clientDataJSON, attestationObject } = response;
  return {
    ...named(made),
    response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
  };
}

async function ask(options: RequestOptions): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const given = await unlessClosed(navigator.credentials.get({ publicKey }));
  const { response } = given;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw closed();
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...named(given),
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle && text(userHandle),
    },
  };
}

function named({ id }: PublicKeyCredential) {
  return { id, rawId: id, type: 'public-key' as const };
}

/** Base64url. */
function text(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Browsers do not say whether the prompt was closed, timed out, or there was no passkey. */
async function unlessClosed(prompt: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const given = await prompt.catch(() => null);
  if (!(given instanceof PublicKeyCredential)) throw closed();
  return given;
}

function closed(): ApiError {
  return new ApiError({
    code: 'PASSKEY_NOT_USED',
    message: 'No passkey was used. Try again, or use your password instead.',
    status: 0,
    requestId: null,
  });
}
