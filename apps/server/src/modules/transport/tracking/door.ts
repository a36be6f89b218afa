/** What the rest of the server uses of `tracking`: the only file of it that others import. */
export { countOrdersByTab as countByTab } from './orders';
