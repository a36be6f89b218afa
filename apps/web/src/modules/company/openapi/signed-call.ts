import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { signedHeaders, textToSign } from '@tongda/contract/company/openapi/signature';

/** The headers of a call that a program signs; `time` in seconds since 1970. Without `crypto.subtle`, which pages of plain http (intranets) do not have. */
export function signedCallHeaders(
  program: { appKey: string; secret: string },
  call: { method: string; path: string; body: string; time: number; nonce: string },
): Record<string, string> {
  const time = String(call.time);
  const text = textToSign({
    appKey: program.appKey,
    method: call.method,
    path: call.path,
    time,
    nonce: call.nonce,
    bodyHash: bytesToHex(sha256(utf8ToBytes(call.body))),
  });
  return {
    [signedHeaders.appKey]: program.appKey,
    [signedHeaders.time]: time,
    [signedHeaders.nonce]: call.nonce,
    [signedHeaders.signature]: bytesToHex(hmac(sha256, utf8ToBytes(program.secret), utf8ToBytes(text))),
  };
}

/** Makes a signed call as the program itself would: without the login of the page. Resolves to the status and the text of the answer. */
export async function callSigned(
  program: { appKey: string; secret: string },
  { method, path, body }: { method: string; path: string; body: string },
): Promise<{ status: number; text: string }> {
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(12)));
  const time = Math.floor(Date.now() / 1000);
  const answer = await fetch(path, {
    method,
    body,
    credentials: 'omit',
    headers: {
      'Content-Type': 'application/json',
      ...signedCallHeaders(program, { method, path, body, time, nonce }),
    },
  });
  return { status: answer.status, text: await answer.text() };
}
