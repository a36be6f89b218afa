/** What the rest of the server uses of `identity`: the only file of it that others import. */
export {
  type AccountDeps,
  chosenPassword,
  endSessionIds,
  endSessionsOf,
  endSessionsOfAccount,
  inviteDigest,
  madePassword,
  unlockAccount,
  writtenPassword,
} from './admin';
export { solveCaptcha } from './login/captcha';
export { findAccount } from './login/enter';
export { freeClaims, giveFree } from './login/free-token';
export { useCode } from './login/verify-code';
export { hashPassword } from './password/hash';
export { wantProof } from './password/prove';
export { newPassword } from './password/strength';
export { changePhone, sendPhoneCode } from './phone';
export type { IdentityDeps } from './routes';
export { Authenticator } from './session/authenticate';
