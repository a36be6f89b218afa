/** What the rest of the web uses of `equipment`: the only file of it that others import. */
export { RecorderWayDrawer } from './way-drawer';
