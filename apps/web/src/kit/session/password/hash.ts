import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { passwordScheme } from '@tongda/contract/base/identity/calls';

/**
 * What travels in place of a password: hex(PBKDF2-HMAC-SHA256(NFKC(password), "fleet-pwd-v1:" + salt)).
 * `salt` and `iterations` come from getLoginCode. The browser's own implementation where the page is secure, pure JavaScript on plain
 * http (intranets), where `crypto.subtle` does not exist.
 */
export async function hashPassword(
  password: string,
  salt: string,
  iterations: number = passwordScheme.iterations,
): Promise<string> {
  const encoder = new TextEncoder();
  const secret = encoder.encode(password.normalize('NFKC'));
  const saltBytes = encoder.encode(passwordScheme.saltPrefix + salt);
  if (globalThis.crypto?.subtle) {
    const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
    const params = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations };
    return bytesToHex(new Uint8Array(await crypto.subtle.deriveBits(params, key, passwordScheme.bytes * 8)));
  }
  return bytesToHex(await pbkdf2Async(sha256, secret, saltBytes, { c: iterations, dkLen: passwordScheme.bytes }));
}
