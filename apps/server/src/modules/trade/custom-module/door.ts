/** What the rest of the server uses of `custom-module`: the only file of it that others import. */
export { hasModule } from './repo';
