import { type Bodies, msgId } from '@tongda/protocol/jt808/codec';
import type { Header } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { registerResult } from '@tongda/protocol/jt808/messages/session/8100';
import type { Admission } from './admission';
import type { Presence } from './presence';
import type { Refuse } from './report/reports';
import type { Gateway, Line } from './server';

/** What the entry of a terminal needs of its session. */
interface Host {
  gateway: Gateway;
  connection: Line;
  admission: Admission;
  presence: Presence;
  refuse: Refuse;
  /** a registration was refused: of many the address answers for it */
  blame(): void;
  /** it may report from now on */
  settle(): void;
  noteFirmware(field: string, by: 'auth'): void;
}

/** How a terminal comes in: its registration and its authentication are answered here. */
export class Entry {
  constructor(private readonly host: Host) {}

  /** Lets the terminal in when its code is right. Nothing is answered while the database is away, so that it asks again. */
  async authenticate(header: Header, { code, softwareVersion }: Bodies[typeof msgId.auth]): Promise<void> {
    const { gateway, connection, admission, presence } = this.host;
    connection.began(1);
    try {
      if (await admission.authenticate(code)) {
        if (connection.gone) return;
        this.host.settle();
        connection.reply(header, replyResult.ok);
        this.host.noteFirmware(softwareVersion, 'auth');
        void presence.tell('auth');
        return;
      }
      this.host.refuse(header, 'wrongCode', replyResult.failure);
      if (admission.spent) connection.end();
    } catch (error) {
      gateway.trouble(error, 'authentication not checked');
    } finally {
      connection.ended(1);
    }
  }

  /** Answers a registration with an authentication code, after it is stored; with "already registered" when a person has to release the terminal first. */
  async register(header: Header): Promise<void> {
    const { gateway, connection, admission, presence } = this.host;
    connection.began(1);
    try {
      const done = await admission.register();
      const refused = done === 'refused';
      if (refused) gateway.stats.refused.alreadyRegistered++;
      connection.send(header, msgId.registerReply, {
        replySerial: header.serial,
        result: refused ? registerResult.terminalAlreadyRegistered : registerResult.ok,
        authCode: refused ? '' : done.code,
      });
      if (refused) this.host.blame();
      if (admission.admitted) void presence.tell('register');
    } catch (error) {
      gateway.stats.refused.notStored++;
      gateway.trouble(error, 'registration not stored');
    } finally {
      connection.ended(1);
    }
  }

  /** The terminal leaves: a strict one has to authenticate anew. */
  leave(header: Header): void {
    const { connection, admission, presence } = this.host;
    connection.reply(header, replyResult.ok);
    void presence.tell('logout');
    admission.logout();
  }
}
