import { join } from 'node:path';
import type { App, Stop } from '../core/run/app';
import { historyArrivedInTime } from '../demo/history-in-time';
import { startGateway } from '../gateway/listeners';

/** The attachment port where none is set: 1,000 above that of the terminals; 0, which the system chooses, where that cannot be. */
const attachmentPortBeside = (port: number): number => (port === 0 || port > 64_535 ? 0 : port + 1_000);

/** The gateway role: listens for terminals, puts what they report on the bus, and sends commands from the bus to them. */
export async function startGatewayRole({ config, bus, database, blobs, log, metrics }: App): Promise<Stop> {
  const gateway = await startGateway({
    port: config.GATEWAY_PORT,
    host: config.HOST,
    bus: config.DEMO === '1' ? historyArrivedInTime(bus) : bus,
    db: database.pool,
    blobs,
    attachments: {
      // beside the terminals' own port unless said otherwise: one that is taken is no reason not to start
      port: config.ATTACHMENT_PORT ?? attachmentPortBeside(config.GATEWAY_PORT),
      orAny: config.ATTACHMENT_PORT === undefined,
      host: config.ATTACHMENT_HOST ?? null,
      folder: join(config.DATA_DIR, 'attachments'),
    },
    log,
    metrics,
  });
  // Terminals were bound, renamed or removed: the next frame looks them up again.
  const subscriptions = [
    bus.subscribe('accessChanged', () => gateway.invalidateDevices()),
    bus.subscribe('command', (message) => gateway.command(message)),
  ];
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await gateway.stop();
  };
}
