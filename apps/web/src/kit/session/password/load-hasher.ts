import { loginCode } from '@tongda/contract/base/identity/calls';
import { call } from '../../call/api';
import { hashPassword } from './hash';

/** Asks the server for the salt of the login and gives the function that makes of a password what travels in its place. Throws ApiError. */
export async function loadHasher(): Promise<(password: string) => Promise<string>> {
  const { pwdSalt, pwdIter } = await call(loginCode, {});
  return (password) => hashPassword(password, pwdSalt, pwdIter);
}
