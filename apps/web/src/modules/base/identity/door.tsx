export { PhoneCodeFields } from './login/phone-code-fields';
export type { LoginFailure } from './login/use-enter';
