/** Who the terminal says it is. */
export interface TerminalIdentity {
  /** Digits as in the header: up to 12 (2013) or 20 (2019). */
  phone: string;
  protocol: '2013' | '2019';
  plateNo: string;
  /** JT/T 415: 1 blue, 2 yellow, 5 green. */
  plateColor: number;
}
