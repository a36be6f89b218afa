export { PhoneCodeFields } from './phone-code-fields';
export type { LoginFailure } from './use-enter';
