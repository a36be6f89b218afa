/** What the rest of the server uses of `openapi`: the only file of it that others import. */
export { offeredInterfaces } from './catalogue';
export { openSecrets } from './machine/apps';
export { type Called, storeCalls } from './machine/call-log';
export { MachineGate } from './machine/gate';
