export { FactorLine } from './factor/line';
export { PhoneCodeFields } from './login/way/phone-code-fields';
export type { LoginFailure } from './login/way/use-enter';
export { useQrGrant } from './login/way/use-qr-grant';
