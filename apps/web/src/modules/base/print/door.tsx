/** Printed pages: the frame with its button, sheets of A4 and their parts, bar codes. The only file of it that others import. */
export { Barcode, QrMark } from './codes';
export { PrintFrame } from './frame';
export { type Cell, Grid, Sheet, Signs } from './sheet';
