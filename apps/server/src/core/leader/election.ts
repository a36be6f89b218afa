/** Being the only one among all processes; what a driver has to keep is `conformance.ts`. */
export interface LeaderLock {
  /** Null while somebody else has the name. */
  tryLead(name: string): Promise<Lease | null>;
}

export interface Lease {
  /** aborted when the name may be somebody else's by now: stop what only one may do */
  lost: AbortSignal;
  release(): Promise<void>;
}
