import { join } from 'node:path';
import type { App, Stop } from '../core/run/app';
import { historyArrivedInTime } from '../demo/history-in-time';
import { Certificate } from '../gateway/doors/certificate';
import { startGateway } from '../gateway/listeners';

/** The attachment port where none is set: 1,000 above that of the terminals; 0, which the system chooses, where that cannot be. */
const attachmentPortBeside = (port: number): number => (port === 0 || port > 64_535 ? 0 : port + 1_000);

/** What terminals that speak TLS are shown; null where none do. Rejects with a sentence when it cannot be used. */
function openCertificate({ TLS_CERT_FILE, TLS_KEY_FILE }: App['config'], log: App['log']): Promise<Certificate> | null {
  return TLS_CERT_FILE === '' ? null : Certificate.open({ cert: TLS_CERT_FILE, key: TLS_KEY_FILE }, log);
}

/** The gateway role: listens for terminals, puts what they report on the bus, and sends them the commands that wait in the database. */
export async function startGatewayRole({ config, bus, database, blobs, secrets, log, metrics }: App): Promise<Stop> {
  const certificate = await openCertificate(config, log);
  const tlsOn = (port: number | undefined) => (certificate && port !== undefined ? { tls: { port, certificate } } : {});
  const gateway = await startGateway({
    port: config.GATEWAY_PORT,
    udpPort: config.GATEWAY_UDP_PORT,
    ...tlsOn(config.GATEWAY_TLS_PORT),
    host: config.HOST,
    options: { idleMs: config.GATEWAY_IDLE_S * 1000 },
    bus: config.DEMO === '1' ? historyArrivedInTime(bus) : bus,
    db: database.pool,
    blobs,
    factorKey: secrets.factorKey,
    attachments: {
      // beside the terminals' own port unless said otherwise: one that is taken is no reason not to start
      port: config.ATTACHMENT_PORT ?? attachmentPortBeside(config.GATEWAY_PORT),
      ...tlsOn(config.ATTACHMENT_TLS_PORT),
      orAny: config.ATTACHMENT_PORT === undefined,
      host: config.ATTACHMENT_HOST ?? null,
      folder: join(config.DATA_DIR, 'attachments'),
    },
    log,
    metrics,
  });
  // Terminals were bound, renamed or removed: the next frame looks them up again.
  const unsubscribe = bus.subscribe('accessChanged', () => gateway.invalidateDevices());
  const deaf = bus.subscribe('alarm', ({ event, episodeId }) => {
    if (event === 'opened') gateway.alarmBegan(episodeId);
  });
  return async () => {
    unsubscribe();
    deaf();
    await gateway.stop();
    certificate?.stop();
  };
}
