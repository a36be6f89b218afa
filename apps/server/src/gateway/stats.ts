import { Counter, Gauge, type Registry } from 'prom-client';

/** Why something was refused. frame, header and checksum: the bytes are no valid frame; the others name the reason. halfFrame, nameless, crowded, flood: connections that were cut or not taken, and datagrams that were not. notKept: packages that a terminal wants again and that are not there any more. notUnpacked: a compressed message that is no gzip stream, or becomes longer than it may. */
export type Refused =
  | 'frame'
  | 'header'
  | 'checksum'
  | 'unknownTerminal'
  | 'impossibleDate'
  | 'damaged'
  | 'notUnpacked'
  | 'unsupported'
  | 'notKept'
  | 'notAuthenticated'
  | 'alreadyRegistered'
  | 'wrongCode'
  | 'notStored'
  | 'halfFrame'
  | 'nameless'
  | 'crowded'
  | 'flood';

/** Counters of the gateway since its start; connections, terminals and inFlight are present numbers. */
export class GatewayStats {
  connections = 0;
  terminals = 0;
  frames = 0;
  points = 0;
  heartbeats = 0;
  /** Points that are handed to the bus but not stored yet, and frames that wait until their terminal is looked up. */
  inFlight = 0;
  superseded = 0;
  readonly refused: Record<Refused, number> = {
    frame: 0,
    header: 0,
    checksum: 0,
    unknownTerminal: 0,
    impossibleDate: 0,
    damaged: 0,
    notUnpacked: 0,
    unsupported: 0,
    notKept: 0,
    notAuthenticated: 0,
    alreadyRegistered: 0,
    wrongCode: 0,
    notStored: 0,
    halfFrame: 0,
    nameless: 0,
    crowded: 0,
    flood: 0,
  };
}

/** Registers the counters with Prometheus. They are read only when it asks, so that a frame costs nothing more. */
export function exposeStats(stats: () => GatewayStats, registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `gateway_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('connections', 'open terminal connections', () => stats().connections);
  gauge('terminals', 'terminals with a session', () => stats().terminals);
  gauge('in_flight', 'points not yet stored and frames waiting', () => stats().inFlight);
  const counter = (name: string, help: string, read: () => Record<string, number>, label: string) =>
    new Counter({
      name: `gateway_${name}_total`,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
      },
    });
  counter(
    'received',
    'frames taken, points stored, heartbeats answered',
    () => ({
      frames: stats().frames,
      points: stats().points,
      heartbeats: stats().heartbeats,
    }),
    'kind',
  );
  counter('refused', 'frames refused, in whole or in part', () => stats().refused, 'reason');
}
