import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadPhone } from '@tongda/simulator/load';
import { Terminal } from '@tongda/simulator/terminal/connection';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/core/db/database';
import { phoneKeyOf } from '../processes/server-data';

/** `npm run chaos` runs the long forms of the crash tests. */
export const chaos = process.env.CHAOS === '1';

/** The long forms run for hours, beside whatever else a machine does: a slow start is no failure there. */
const patienceS = chaos ? 600 : 60;

export async function waitFor(
  test: () => boolean | Promise<boolean>,
  what: string,
  seconds = patienceS,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (!(await test())) {
    if (Date.now() > until) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await pause(10);
  }
}

/** Terminals that report every `everyMs`, each clock a second further each time, and remember what was acknowledged. */
export class Fleet {
  readonly acknowledged: number[][];
  private readonly terminals: Terminal[];
  private readonly timers: NodeJS.Timeout[];

  constructor(count: number, port: number, everyMs: number) {
    this.acknowledged = Array.from({ length: count }, (): number[] => []);
    this.terminals = this.acknowledged.map(
      (times, n) =>
        new Terminal({
          host: '127.0.0.1',
          port,
          identity: { phone: loadPhone(n), protocol: '2013', plateNo: '', plateColor: 0 },
          reconnectMs: 20,
          ackTimeoutMs: 5_000,
          onAcknowledged: (more) => times.push(...more),
        }),
    );
    this.timers = this.terminals.map((terminal, n) => {
      let timeMs = Math.floor(Date.now() / 1000) * 1000;
      return setInterval(() => {
        timeMs = Math.max(timeMs + 1000, Math.floor(Date.now() / 1000) * 1000);
        terminal.report({
          ...{ timeMs, lng: 121.4 + n / 100, lat: 31.2, altitudeM: 5, speedKmh: 60, directionDeg: 90 },
          ...{ located: true, acc: true, doors: 0, odometerM: 1_000_000, fuelL: 100, tempC: [-18], humPct: [] },
          ...{ reeferOn: true, extVoltageV: 27, signal: 25, satellites: 12, alarmBits: 0 },
        });
      }, everyMs);
    });
    for (const terminal of this.terminals) terminal.start();
  }

  total(): number {
    return this.acknowledged.reduce((sum, times) => sum + times.length, 0);
  }

  online(): boolean {
    return this.terminals.every((terminal) => terminal.online);
  }

  /** Terminals wait longer and longer between attempts; a power cycle makes those that still wait try at once. */
  async powerCycle(): Promise<void> {
    await Promise.all(
      this.terminals
        .filter((terminal) => !terminal.online)
        .map(async (terminal) => {
          await terminal.stop();
          terminal.start();
        }),
    );
  }

  silence(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** No new reports; everything that waits is taken, then they leave. */
  async finish(): Promise<void> {
    this.silence();
    await waitFor(
      () => this.terminals.every((terminal) => terminal.pending === 0),
      'everything is taken in the end',
      120,
    );
    await this.stop();
  }

  async stop(): Promise<void> {
    this.silence();
    await Promise.all(this.terminals.map((terminal) => terminal.stop()));
  }

  /** Every acknowledged report is stored, none twice. */
  expectStored(stored: Map<string, number[]>): void {
    this.acknowledged.forEach((times, n) => {
      const there = stored.get(phoneKeyOf(n)) ?? [];
      const once = new Set(there);
      expect(once.size, `terminal ${n}: stored twice`).toBe(there.length);
      expect(
        times.filter((t) => !once.has(t)),
        `terminal ${n}: acknowledged and lost`,
      ).toEqual([]);
      expect(times.length).toBeGreaterThan(0);
    });
  }
}

/** Stored device times of every terminal. */
export async function storedByPhone(db: Database): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ phone: string; times: number[] }>`select d.phone_key as phone,
    json_agg((extract(epoch from p.device_time) * 1000)::bigint order by p.device_time) as times
    from position p join device d on d.id = p.device_id group by 1`.execute(db.systemDb);
  return new Map(rows.map((row) => [row.phone, row.times]));
}

/** Process number of the PostgreSQL that runs on a data folder; null while there is none. */
export function postmasterOf(dataDir: string): number | null {
  const file = join(dataDir, 'pg', 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN;
  return pid > 0 ? pid : null;
}
