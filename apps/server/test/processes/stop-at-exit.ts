import type { EmbeddedPg } from '../../src/core/pg/embedded';

/**
 * Takes care that a scratch PostgreSQL does not outlive this process: it is in a process group of its own, so that a benchmark or a run that
 * fails half-way would leave it behind. What this answers is called after the orderly stop.
 */
export function stopAtExit(server: EmbeddedPg, removeFiles?: () => void): () => void {
  const end = (): void => {
    const pid = server.pid();
    // at once: nobody reads from it any more
    if (pid !== null) process.kill(pid, 'SIGQUIT');
    removeFiles?.();
  };
  process.once('exit', end);
  return () => process.off('exit', end);
}
