import { startChild } from '../children/child';
import type { Reported } from '../children/reporting-child';

/** Terminals that report in a process of their own, so that what they measure is not what the questions of the benchmark do to its own process. */
export interface Reporting {
  /** Drops what was measured so far. */
  forget(): Promise<void>;
  /** What was measured since the last `forget`; the terminals go on. */
  read(): Promise<Reported>;
  /** Ends the reports. Answers what was measured. */
  stop(): Promise<Reported>;
}

/** Lets terminals report to a gateway, each once in `everyMs` and a second later by its own clock, the first time `from` (epoch ms). Resolves when all are connected. */
export async function startReporting({
  port,
  terminals,
  everyMs,
  from,
}: {
  port: number;
  terminals: number;
  everyMs: number;
  from: number;
}): Promise<Reporting> {
  const child = await startChild('reporting-child', [port, terminals, everyMs, from].map(String));
  return {
    forget: async () => void (await child.ask('forget')),
    // the child answers with its report
    // what the child answers to both
    read: async () => (await child.ask('read')) as Reported,
    stop: async () => (await child.ask('stop')) as Reported, // see above
  };
}
