/** What the rest of the server uses of `survey`: the only file of it that others import. */
export { storeAnswer } from './service';
