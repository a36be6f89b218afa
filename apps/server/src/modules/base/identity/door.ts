/** What the rest of the server uses of `identity`: the only file of it that others import. */
export {
  type AccountDeps,
  endLoginsOf,
  endSessionIds,
  endSessionsOf,
  endSessionsOfAccount,
  hashChosenPassword,
  hashWrittenPassword,
  inviteDigest,
  makePassword,
  unlockAccount,
} from './admin';
export { changeEmail } from './email';
export { hasFactor } from './factor/check';
export { removeFactor } from './factor/reset';
export { findAccount } from './login/enter';
export { giveFreeToken, readFreeClaims } from './login/free-token';
export { takeUsualProof } from './login/proof';
export { useCode } from './login/verify-code';
export { hashPassword } from './password/hash';
export { requireProof } from './password/prove';
export { randomPassword } from './password/strength';
export { changePhone, sendPhoneCode } from './phone';
export type { IdentityDeps } from './routes';
export { Authenticator } from './session/authenticate';
export { sealSecret, unsealSecret } from './session/tokens';
