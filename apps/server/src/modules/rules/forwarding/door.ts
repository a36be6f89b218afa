/** What the rest of the server uses of `forwarding`: the only file of it that others import. */
export { maskAddress, stateSql } from './target/repo';
export { vehiclesOfTarget } from './work/target';
