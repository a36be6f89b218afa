import type { Device, DeviceStore } from '../apps/server/src/gateway/devices';
import { startGateway } from '../apps/server/src/gateway/listeners';

/**
 * A gateway in a process of its own that decodes and acknowledges reports but stores nothing, to measure what they cost without the database. Prints
 * its port.
 */
const store: DeviceStore = {
  find: async (keys) =>
    new Map(
      keys.map((key): [string, Device] => [
        key,
        {
          id: key,
          clientId: '1',
          itemProfile: 'gps51',
          lenient: true,
          policy: 'tolerant',
          authCode: null,
          bindings: [],
        },
      ]),
    ),
  register: async (_id, code) => code,
  recordAccess: async () => undefined,
  markSeen: async () => undefined,
  recordUnknown: async () => undefined,
  recordInterval: async () => undefined,
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const gateway = await startGateway({
  port: 0,
  host: '127.0.0.1',
  bus: { publish: async () => undefined },
  store,
  log: silent,
});
console.log(gateway.port);
process.on('SIGTERM', () => void gateway.stop().then(() => process.exit(0)));
