/** What the rest of the server uses of `trip`: the only file of it that others import. */
export { makeSignLink } from './sign';
