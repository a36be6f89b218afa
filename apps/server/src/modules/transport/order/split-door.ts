/** Dividing an order for other modules: what is left over of a load becomes an order of its own. */
export { divideInTwo } from './split';
