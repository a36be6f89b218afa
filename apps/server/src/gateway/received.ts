import { type Message, msgId, type RawMessage } from '@tongda/protocol/jt808/codec';
import type { Header } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { readByPeople } from '../frames/kept';
import type { Dialogue } from './dialogue';
import type { Entry } from './entry';
import type { Presence } from './presence';
import type { Refuse, Reports } from './report/reports';
import type { Gateway, Line } from './server';
import type { Device } from './terminal/devices';
import { used } from './uses';

/** What takes the messages of a terminal. */
interface Host {
  gateway: Gateway;
  connection: Line;
  device: () => Device;
  entry: Entry;
  presence: Presence;
  reports: Reports;
  dialogue: Dialogue;
  refuse: Refuse;
  noteFirmware(field: string, by: 'properties'): void;
}

/** Takes each message of a terminal to its use. */
export class Received {
  constructor(private readonly host: Host) {}

  /** Does what a message asks for; answers whether that is done: false when it could not be stored. */
  take(header: Header, message: Message | RawMessage, data: Uint8Array): Promise<boolean> | boolean {
    // nearly every message is a position: nothing that only others need is touched for it
    if (message.id !== msgId.location) return this.takeOther(header, message, data);
    const { dialogue, reports } = this.host;
    dialogue.told([message.body]);
    return reports.points(header, [message.body], false);
  }

  private takeOther(
    header: Header,
    message: Exclude<Message, { id: typeof msgId.location }> | RawMessage,
    data: Uint8Array,
  ): Promise<boolean> | boolean {
    const { gateway, connection, device, entry, presence, reports, dialogue, refuse } = this.host;
    switch (message.id) {
      case msgId.heartbeat:
      case msgId.vendorHeartbeat:
        gateway.stats.heartbeats++;
        connection.reply(header, replyResult.ok);
        presence.heartbeat();
        break;
      case msgId.locationReply:
      case msgId.vehicleControlReply:
        dialogue.answered(header.msgId, message, message.body.replySerial, data);
        dialogue.told([message.body.location]);
        return reports.points(header, [message.body.location], false);
      case msgId.locationBatch:
        if (!message.body.late) dialogue.told(message.body.locations);
        return reports.points(header, message.body.locations, message.body.late, message.body.damaged);
      case msgId.smallBatch:
        dialogue.told(message.body.locations);
        return reports.smallBatch(header, message.body);
      case msgId.lockLocation:
      case msgId.lockWithoutFix:
        return reports.lock(header, message.body);
      case msgId.driverCard:
        dialogue.met(message);
        return reports.card(header, message.body);
      case msgId.transparent:
        return reports.transparent(header, message.body);
      case msgId.compressed:
        return reports.compressed(header, message.body.data, (locations) => dialogue.told(locations));
      case msgId.recorderReply:
      case msgId.questionReply:
        dialogue.answered(header.msgId, message, message.body.replySerial, data);
        return reports.message(header, data);
      case msgId.eventReport:
      case msgId.infoSubscription:
      case msgId.canData:
        return reports.message(header, data);
      case msgId.waybill:
      case msgId.textReport:
      case msgId.wideTextReply: // some makers answer text commands with them
        dialogue.met(message, { id: header.msgId, data });
        return reports.message(header, data);
      case msgId.mediaEvent:
        return reports.media(header, message.body);
      case msgId.mediaData:
        return reports.media(header, message.body, () => dialogue.met(message));
      case msgId.shootReply:
        connection.reply(header, replyResult.ok);
        dialogue.answered(header.msgId, message, message.body.replySerial, data);
        break;
      case msgId.register:
        void entry.register(header);
        break;
      case msgId.auth:
        void entry.authenticate(header, message.body);
        break;
      case msgId.logout:
        entry.leave(header);
        break;
      case msgId.timeQuery:
        connection.send(header, msgId.serverTime, { time: gateway.options.now() });
        break;
      case msgId.vendorTimeQuery:
        connection.send(header, msgId.vendorTime, { time: gateway.options.now() });
        break;
      case msgId.parameters:
        connection.reply(header, replyResult.ok);
        dialogue.parameters(message.body);
        dialogue.answered(header.msgId, message, message.body.replySerial, data);
        break;
      case msgId.properties:
        connection.reply(header, replyResult.ok);
        this.host.noteFirmware(message.body.firmwareVersion, 'properties');
        dialogue.met(message);
        break;
      case msgId.terminalResend:
        // what was sent again is the answer
        if (!connection.resend(header, message.body)) refuse(header, 'notKept', replyResult.failure);
        break;
      case msgId.terminalReply:
        dialogue.replied(message.body);
        break;
      case msgId.upgradeResult:
        connection.reply(header, replyResult.ok);
        if (!dialogue.met(message)) gateway.commands?.upgraded(device().id, message.body);
        break;
      case msgId.upgradeProgress:
        if (!dialogue.upgrades(message)) gateway.commands?.upgrades(device().id, message.body);
        // people read how it went, too
        return reports.message(header, data);
      default:
        return this.takeAnswer(header, message, data);
    }
    return true;
  }

  /** Takes a message that only somebody who asked for it has a use for; where nobody does, some are kept for people. */
  private takeAnswer(header: Header, message: Message | RawMessage, data: Uint8Array): Promise<boolean> | boolean {
    const { connection, dialogue, reports, refuse } = this.host;
    // what is used and was not decoded has a damaged body
    if (message.id === null && (message.why !== 'unknown' || used.has(header.msgId)))
      return refuse(header, 'damaged', replyResult.badMessage);
    const said = message.id !== null && 'replySerial' in message.body ? message.body.replySerial : null;
    const isAwaited = dialogue.answered(header.msgId, message, said, data);
    if (!isAwaited && readByPeople.has(header.msgId)) return reports.message(header, data);
    connection.reply(header, replyResult.ok);
    return true;
  }
}
