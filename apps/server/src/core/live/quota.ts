import { networkOf } from '../http/client-address';

/** Sockets of one address altogether: a company of some hundred desks behind one line. */
const perAddress = 500;
/** Sockets of one address that have not said who they are. */
const strangersPerAddress = 50;
/** Sockets of the process. */
const inAll = 10_000;

interface Count {
  all: number;
  strangers: number;
}

/** Counts the sockets of each address, so that nobody can hold all that a process has. */
export class SocketQuota {
  private readonly counts = new Map<string, Count>();
  private total = 0;

  /** Admits a socket of an address, or answers null when there are too many. Its `known` is called when its user is known, its `gone` when it is closed. */
  admit(address: string): { known(): void; gone(): void } | null {
    const network = networkOf(address);
    const count = this.counts.get(network) ?? { all: 0, strangers: 0 };
    if (this.total >= inAll || count.all >= perAddress || count.strangers >= strangersPerAddress) return null;
    this.counts.set(network, count);
    this.total++;
    count.all++;
    count.strangers++;
    let stranger = true;
    let open = true;
    const known = (): void => {
      if (stranger) count.strangers--;
      stranger = false;
    };
    return {
      known,
      gone: () => {
        if (!open) return;
        open = false;
        known();
        this.total--;
        count.all--;
        if (count.all === 0) this.counts.delete(network);
      },
    };
  }
}
