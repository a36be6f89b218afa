/** What the rest of the server uses of `device-fee`: the only file of it that others import. */
export { confirmAsProvider } from './renew';
