import { randomBytes } from 'node:crypto';
import { msgId } from '@tongda/protocol/jt808/codec';
import type { Gateway, Line } from './server';
import type { Device } from './terminal/devices';

/** A terminal may ask these before it is let in: to register, to authenticate, to set its clock. */
const openMessages: ReadonlySet<number> = new Set([msgId.register, msgId.auth, msgId.timeQuery]);

/** A connection on which a terminal sent so many wrong codes is closed. */
const maxWrongCodes = 5;

/** What came of a registration: the code to send, or why none is sent. */
export type Registration = { code: string } | 'refused';

/**
 * Whether one terminal on one connection may report, by the policy of its device. Tolerant: always. Strict: after it has authenticated with the code of
 * the device, which is given once, at its first registration or after a person's release. What decides lies in the database, so that any number of
 * gateways decide alike.
 */
export class Admission {
  /** Whether what the terminal reports is taken. */
  admitted: boolean;
  /** The code that it came in with. */
  private code: string | null = null;
  /** The code that was given on this connection: a repeated question gets the same answer. */
  private given: string | null = null;
  private giving: Promise<string | null> | null = null;
  private wrong = 0;

  constructor(
    private readonly gateway: Gateway,
    private readonly connection: Pick<Line, 'remote'>,
    private readonly phoneKey: string,
    private device: Device,
  ) {
    this.admitted = device.policy === 'tolerant';
  }

  /** The device as it is now: a code that was changed, or a policy that became strict, may end the admission. */
  update(device: Device): void {
    this.device = device;
    this.admitted = device.policy === 'tolerant' || (this.code !== null && this.code === device.authCode);
  }

  /** Whether a message may be taken now; one that may not is noted for staff. */
  allows(id: number): boolean {
    if (this.admitted || openMessages.has(id)) return true;
    this.note('notAuthenticated');
    return false;
  }

  /** Whether the connection has sent so many wrong codes that it is to be closed. */
  get spent(): boolean {
    return this.wrong >= maxWrongCodes;
  }

  /** Notes that a tolerant terminal reports, which perhaps never authenticates. */
  noteArrival(): void {
    this.note('accepted');
  }

  /** Answers an authentication code once it is stored. Rejects while the database is away. */
  async register(): Promise<Registration> {
    const { device, gateway } = this;
    if (this.given !== null && this.given === device.authCode) return { code: this.given };
    this.giving ??= gateway.store.register(device.id, randomBytes(6).toString('hex'));
    try {
      const code = await this.giving;
      if (code === null) {
        this.note('alreadyRegistered');
        return 'refused';
      }
      this.given = code;
      device.authCode = code;
      this.note('registered');
      return { code };
    } finally {
      this.giving = null;
    }
  }

  /** Lets the terminal in when its code is right. A code that does not fit what is remembered is held against the database before it is refused. */
  async authenticate(code: string): Promise<boolean> {
    if (!this.fits(code)) {
      const fresh = await this.gateway.devices.askAgain(this.phoneKey);
      if (fresh) this.device = fresh;
    }
    if (!this.fits(code)) {
      this.wrong++;
      this.note('wrongCode');
      return false;
    }
    this.code = code;
    this.admitted = true;
    this.note('accepted');
    return true;
  }

  /** The terminal has logged out: a strict one has to authenticate anew. */
  logout(): void {
    this.code = null;
    this.admitted = this.device.policy === 'tolerant';
  }

  private fits(code: string): boolean {
    return this.device.policy === 'tolerant' || (this.device.authCode !== null && this.device.authCode === code);
  }

  private note(outcome: Parameters<Gateway['notebook']['noteAccess']>[1]['outcome']): void {
    const { gateway, connection, device } = this;
    const at = gateway.options.now();
    gateway.notebook.noteAccess(device.id, { at, from: connection.remote, outcome, code: this.code });
  }
}
