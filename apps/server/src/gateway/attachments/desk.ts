import { dayMs } from '@tongda/contract/core/durations';
import type { PositionMessage } from '@tongda/contract/core/topics';
import { fromHex } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import type { AskedEvidence, Gateway, Terminal } from '../server';
import type { DueEvidence, EvidenceStore } from './store';

/** Evidence of older alarms is not asked for: the terminal has written over it. */
const freshMs = 3 * dayMs;
/** How long files may take to come before they are asked for again, s, by how often they were asked for. */
const waitsS = [120, 600, 3600, 4 * 3600, 12 * 3600];
const DIGITS = 32;

/** Where terminals are sent with their evidence. */
export interface AttachmentAddress {
  /** null: the address that the terminal itself has connected to */
  host: string | null;
  port: number;
  /** of terminals that speak TLS; null: they are sent to the other one */
  tlsPort: number | null;
}

/** Asks terminals for the evidence of their alarms (0x9208), again while it does not come. What is asked for, and since when, are rows. */
export class EvidenceDesk implements AskedEvidence {
  private stopped = false;
  private asking = false;

  constructor(
    private readonly gateway: Gateway,
    private readonly store: EvidenceStore,
    private readonly address: AttachmentAddress,
    /** runs work for a device after what is already being asked of it */
    private readonly inTurn: (deviceId: string, work: () => Promise<void>) => void,
  ) {}

  /** Points of a terminal are stored: of alarms with files the files are asked for. */
  async stored(points: readonly PositionMessage[]): Promise<void> {
    const now = this.gateway.options.now();
    const alarms = points.flatMap(({ channels, deviceId, clientId, vehicleId }) =>
      (channels.safety ?? []).flatMap(({ attachments, identifier, t }) =>
        attachments > 0 && now - t < freshMs
          ? [{ deviceId, clientId, vehicleId, identifier, at: t, files: attachments }]
          : [],
      ),
    );
    if (alarms.length === 0) return;
    try {
      await this.store.announce(alarms);
      await this.ask();
    } catch (error) {
      this.gateway.trouble(error, 'evidence not asked for');
    }
  }

  /** Asks for what is due of terminals that are here. To be called now and then. */
  async ask(): Promise<void> {
    if (this.stopped || this.asking || this.gateway.sessions.size === 0) return;
    this.asking = true;
    try {
      for (const due of await this.store.due()) {
        const session = this.gateway.sessions.get(due.deviceId);
        // who came by a datagram can be told an address only where one is set
        if (!session || this.hostFor(session) === null) continue;
        await this.store.noteAsked(due.id, waitsS[due.asked] ?? waitsS.at(-1) ?? 0);
        this.inTurn(due.deviceId, () => this.send(due));
      }
    } catch (error) {
      this.gateway.trouble(error, 'evidence not asked for');
    } finally {
      this.asking = false;
    }
  }

  stop(): void {
    this.stopped = true;
  }

  private hostFor({ connection }: Terminal): string | null {
    return this.address.host ?? connection.local;
  }

  private async send({ id, deviceId, identifier }: DueEvidence): Promise<void> {
    try {
      const session = this.gateway.sessions.get(deviceId);
      const host = session && this.hostFor(session);
      if (!host) return;
      const raw = fromHex(identifier);
      const { result } = await session.ask(msgId.askAttachments, {
        host,
        tcpPort: (session.connection.secure ? this.address.tlsPort : null) ?? this.address.port,
        udpPort: 0,
        identifier: { terminalId: '', time: null, sequence: 0, attachments: 0, raw },
        alarmNo: id.padStart(DIGITS, '0'),
      });
      if (result === 'unsupported') await this.store.noteAsked(id, null);
    } catch (error) {
      this.gateway.trouble(error, 'evidence not asked for');
    }
  }
}
