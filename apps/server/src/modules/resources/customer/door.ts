/** What the rest of the server uses of `customer`: the only file of it that others import. */
export { customerOrderFigures } from './order-figures';
