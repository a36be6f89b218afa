/** A lock by name that only one of all processes can hold. The rules for implementations are the tests in `conformance.ts`. */
export interface LeaderLock {
  /** Takes the lock; null while another process holds it, rejects while the database is away. */
  tryLead(name: string): Promise<Lease | null>;
}

export interface Lease {
  /** aborted when another process may have the lock by now: stop whatever only one may do */
  lost: AbortSignal;
  release(): Promise<void>;
}
