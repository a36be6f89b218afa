import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadOptions, type LoadResult, loadPhone, runLoad } from '@tongda/simulator/load';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Certificate } from '../../src/gateway/doors/certificate';
import { makeCertificate } from '../certificate';
import { type TestGateway, testGateway } from '../gateway-kit';

/** The simulator's terminals, with what goes wrong with them, against the real gateway: every report arrives, whatever happens on the way. */

const terminals = 4;
const reports = 160;
const root = mkdtempSync(join(tmpdir(), 'tongda-simulated-'));
const made = makeCertificate('simulated');
let certificate: Certificate;
let gateway: TestGateway;

beforeAll(async () => {
  const files = { cert: join(root, 'cert.pem'), key: join(root, 'key.pem') };
  writeFileSync(files.cert, made.cert);
  writeFileSync(files.key, made.key);
  certificate = await Certificate.open(files, { info() {}, warn() {}, error() {} });
});
afterAll(() => {
  certificate.stop();
  rmSync(root, { recursive: true });
});
afterEach(() => gateway.stop());

/** Lets a few terminals report for a second. */
async function play(more: Partial<LoadOptions> = {}): Promise<LoadResult> {
  gateway = await testGateway({}, { udpPort: 0, tls: { port: 0, certificate } });
  for (let n = 0; n < terminals; n++) gateway.store.add(loadPhone(n).replace(/^0+/u, ''));
  const ports = { tcp: gateway.port, udp: gateway.udpPort ?? 0, tls: gateway.tlsPort ?? 0 };
  const port = ports[more.transport ?? 'tcp'];
  return runLoad({
    host: '127.0.0.1',
    port,
    ca: made.cert,
    terminals,
    rate: reports,
    seconds: 1,
    ackTimeoutMs: 500,
    ...more,
  });
}

/** Points that the gateway stored, each once, and how many came in all. */
function stored(): { times: number; all: number } {
  const { positions } = gateway.bus;
  return { times: new Set(positions.map((p) => `${p.deviceId} ${p.deviceTime}`)).size, all: positions.length };
}

describe.each(['tcp', 'udp', 'tls'] as const)('by %s', (transport) => {
  it('every report is acknowledged', async () => {
    expect(await play({ transport })).toMatchObject({ sent: reports, acknowledged: reports, refused: 0 });
    expect(stored().times).toBe(reports);
  });
});

describe('with faults every report is stored', () => {
  it('duplicates: each comes twice', async () => {
    expect(await play({ faults: ['duplicates'] })).toMatchObject({ acknowledged: reports });
    expect(stored()).toEqual({ times: reports, all: 2 * reports });
  });

  it('reboots: serial numbers begin anew', async () => {
    const { reconnects } = await play({ faults: ['reboots'] });
    expect(reconnects).toBeGreaterThanOrEqual(terminals);
    expect(stored().times).toBe(reports);
  });

  it('late: batches in shuffled order, as catch-up', async () => {
    await play({ faults: ['late'] });
    expect(stored().times).toBe(reports);
    const [first] = gateway.bus.positions;
    const times = gateway.bus.positions.filter((p) => p.deviceId === first?.deviceId).map((p) => p.deviceTime);
    expect(times).not.toEqual([...times].sort((a, b) => a - b));
    expect(gateway.bus.positions.every(({ late }) => late)).toBe(true);
  });

  it('checksum: wrong ones are counted and cost nothing else', async () => {
    expect(await play({ faults: ['checksum'] })).toMatchObject({ acknowledged: reports, reconnects: 0 });
    // every tenth of a terminal's frames: of what is left below ten none is spoilt, and terminals do not share the reports evenly
    expect(gateway.stats().refused.checksum).toBeGreaterThan(reports / 10 - terminals);
    expect(stored().times).toBe(reports);
  });

  it('half-open links: the terminal is heard on the new one', async () => {
    const { reconnects } = await play({ faults: ['halfopen'] });
    expect(reconnects).toBeGreaterThanOrEqual(terminals);
    expect(gateway.stats().superseded).toBeGreaterThan(0);
    expect(stored().times).toBe(reports);
  });

  it('slow readers lose nothing', async () => {
    expect(await play({ faults: ['slow'] })).toMatchObject({ acknowledged: reports });
    expect(stored().times).toBe(reports);
  });
});
