import { hourMs } from '@tongda/contract/core/durations';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { BlobStore } from '../../core/blob/store';
import { errorCode } from '../../core/run/error-code';
import type { Certificate } from '../doors/certificate';
import type { Gateway, GatewayLog } from '../server';
import { EvidenceDesk } from './desk';
import { PartsFolder } from './parts-folder';
import { type AttachmentOptions, startAttachments } from './server';
import { pgEvidenceStore } from './store';

/** Where evidence comes in. */
export interface AttachmentSettings {
  /** TCP port; 0 = the system chooses one */
  port: number;
  /** the same for terminals that speak TLS */
  tls?: { port: number; certificate: Certificate };
  /** another port may be taken when this one is not free: terminals are told which */
  orAny: boolean;
  /** address that terminals are told; null: the one that they have connected to */
  host: string | null;
  /** for parts of files */
  folder: string;
  options?: Partial<AttachmentOptions>;
}

interface Deps {
  db?: Pool;
  blobs?: BlobStore;
  attachments?: AttachmentSettings;
  host?: string;
  log: GatewayLog;
  metrics?: Registry;
}

/** Starts the attachment server and begins to ask for evidence; null where there is nothing to keep it in. Rejects when the port is taken. */
export async function openEvidence(
  { db, blobs, attachments, host = '0.0.0.0', log, metrics }: Deps,
  gateway: Gateway,
  inTurn: (deviceId: string, work: () => Promise<void>) => void,
): Promise<{ port: number; tlsPort: number | null; stop: () => Promise<void> } | null> {
  if (!db || !blobs || !attachments) return null;
  const store = pgEvidenceStore(db, blobs, (error, message) => gateway.trouble(error, message));
  const folder = new PartsFolder(attachments.folder);
  const start = (port: number) =>
    startAttachments({
      port,
      tls: attachments.tls,
      host,
      store,
      folder,
      findDevice: (phoneKey) => gateway.devices.get(phoneKey),
      refused: (why) => void gateway.stats.refused[why]++,
      trouble: (error, message) => gateway.trouble(error, message),
      options: attachments.options,
      metrics,
    });
  const server = await start(attachments.port).catch((error: unknown) => {
    if (!attachments.orAny || errorCode(error) !== 'EADDRINUSE') throw error;
    log.warn({ port: attachments.port }, 'port for evidence is taken, another one is used');
    return start(0);
  });
  const { port, tlsPort } = server;
  log.info({ port, tlsPort }, 'attachment server listens');
  const desk = new EvidenceDesk(gateway, store, { host: attachments.host, port, tlsPort }, inTurn);
  gateway.evidence = desk;
  const asking = setInterval(() => void desk.ask(), gateway.options.evidenceMs).unref();
  const tidying = setInterval(() => {
    folder.tidy(Date.now()).catch((error: unknown) => gateway.trouble(error, 'parts of evidence not tidied'));
  }, hourMs).unref();
  return {
    port,
    tlsPort,
    stop: async () => {
      clearInterval(asking);
      clearInterval(tidying);
      desk.stop();
      await server.stop();
    },
  };
}
