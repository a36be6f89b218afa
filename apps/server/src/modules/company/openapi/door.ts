/** What the rest of the server uses of `openapi`: the only file of it that others import. */
export { MachineGate } from './machine/gate';
