export { LoginField } from './login-fields';
export { SmsCodeField } from './sms-code-field';
export type { LoginFailure } from './use-enter';
