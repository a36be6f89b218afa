/** What the rest of the server uses of `device`: the only file of it that others import. */
export { refilePositions } from './binding';
export { phoneKeyOf } from './register';
export { deviceRows } from './repo';
export { statusOfState } from './status';
