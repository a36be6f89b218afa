/** What the rest of the server uses of `location`: the only file of it that others import. */
export { locationLive } from './live';
