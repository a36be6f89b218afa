/** What pages of other modules may show of identity. */
export { LoginDevices, LoginRecords } from './login-devices';
