/** What other modules use of the grants: the question why somebody sees something, or not. */
export { DiagnoseDrawer } from './diagnose-drawer';
