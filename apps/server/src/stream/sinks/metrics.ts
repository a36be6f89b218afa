import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Batch } from './write-batch';

export interface SinkMetrics {
  /** counts a commit; `ms` is how long it took */
  committed(batch: Batch, ms: number): void;
  /** counts an attempt that failed because the database is away */
  retried(): void;
}

/** Registers the Prometheus metrics of storing: rows in a batch, duration of a commit, and how long reports waited from their arrival. */
export function sinkMetrics(registry: Registry, waiting: () => number): SinkMetrics {
  const registers = [registry];
  const rows = new Histogram({
    name: 'stream_batch_rows',
    help: 'reports stored by one commit',
    buckets: [1, 10, 50, 100, 500, 1000, 2000, 5000],
    registers,
  });
  const commit = new Histogram({
    name: 'stream_commit_seconds',
    help: 'time from the begin of a transaction to its commit',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const lag = new Histogram({
    name: 'stream_lag_seconds',
    help: 'time from the arrival of the oldest report of a batch to its commit',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const stored = new Counter({
    name: 'stream_stored_total',
    help: 'reports and states committed',
    labelNames: ['kind'],
    registers,
  });
  const retries = new Counter({
    name: 'stream_retries_total',
    help: 'batches tried again because the database was away',
    registers,
  });
  new Gauge({
    name: 'stream_waiting',
    help: 'reports and states that wait for a commit',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    committed: (batch, ms) => {
      commit.observe(ms / 1000);
      stored.inc({ kind: 'positions' }, batch.rows.length);
      stored.inc({ kind: 'states' }, batch.states.length);
      if (batch.rows.length === 0) return;
      rows.observe(batch.rows.length);
      const oldest = batch.rows.reduce(
        (min, { message }) => Math.min(min, message.receiveTime),
        Number.POSITIVE_INFINITY,
      );
      // the history of a demo has arrival times in the past
      lag.observe(Math.min(3600, Math.max(0, (Date.now() - oldest) / 1000)));
    },
    retried: () => retries.inc(),
  };
}
