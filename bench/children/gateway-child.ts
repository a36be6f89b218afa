import { startGateway } from '../../apps/server/src/gateway/listeners';
import type { Device, DeviceStore } from '../../apps/server/src/gateway/terminal/devices';

/**
 * A gateway in a process of its own that decodes and acknowledges reports but stores nothing, to measure what they cost without the database. Prints
 * its port. Every number but those that begin with 15 belongs to a terminal; those with 16 are strict.
 */
const store: DeviceStore = {
  find: async (keys) =>
    new Map(
      // numbers that begin with 15 belong to nobody
      keys
        .filter((key) => !key.startsWith('15'))
        .map((key): [string, Device] => [
          key,
          {
            id: key,
            clientId: '1',
            itemProfile: 'gps51',
            lenient: false,
            policy: key.startsWith('16') ? 'strict' : 'tolerant',
            authCode: null,
            bindings: [],
          },
        ]),
    ),
  register: async (_id, code) => code,
  recordAccess: async () => undefined,
  markHeard: async () => undefined,
  recordFirmware: async () => undefined,
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
