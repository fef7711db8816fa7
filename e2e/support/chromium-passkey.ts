import type { APIRequestContext, CDPSession, Page } from '@playwright/test';

/** A passkey as the authenticator of one page has it; another page's can have a copy. */
type Credential = { credentialId: string; signCount: number };

/** An authenticator of this page alone, with a verified user who is always there; `isCancelled` = they say no. */
export async function virtualAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    async credentials(): Promise<Credential[]> {
      return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials as Credential[];
    },
    /** Takes a copy of a passkey of another one in. */
    async take(credential: Credential): Promise<void> {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential } as never);
    },
  };
}

/** The answer to a request that a page posts to the API. */
export function post(page: Page, path: string, body: unknown): Promise<{ status: number; body: Answer }> {
  return page.evaluate(
    async ([to, sent]) => {
      const response = await fetch(to as string, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      return { status: response.status, body: await response.json() };
    },
    [path, body] as const,
  );
}

/** The same with the cookies of a browser, whatever its pages do meanwhile. */
export async function postAlone(
  request: APIRequestContext,
  url: string,
  path: string,
  data: object,
): ReturnType<typeof post> {
  const response = await request.post(url + path, { data, headers: { origin: url } });
  return { status: response.status(), body: (await response.json()) as Answer };
}

type Answer = {
  options?: { challenge: string; allowCredentials?: object[] };
  error?: { code: string; message: string; details: Record<string, unknown> };
  [name: string]: unknown;
};

/** Has the authenticator of a page answer these options, as any script of that page could. */
export function answerIn(page: Page, options: object): Promise<object> {
  return page.evaluate(async (asked) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked as never);
    const found = await navigator.credentials.get({ publicKey });
    return (found as PublicKeyCredential).toJSON() as object;
  }, options);
}
