import type { CommandOrder, MakerWay } from '@tongda/contract/watch/command/kind';
import type { CommandCause } from '@tongda/contract/watch/command/life';
import { fromHex, toHex } from '@tongda/protocol/bytes';
import { type Message, msgId, type RawMessage } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { shootResult } from '@tongda/protocol/jt808/messages/media/0805';
import { type UpgradeProgress, upgradeEnds } from '@tongda/protocol/jt808/messages/parameter/1fc4';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { encodeLockAsk, lockType } from '@tongda/protocol/lock/frame';
import { memoryAnswerOf, memoryStepOf } from './memory';
import { type Step, stepWith } from './step';
import { textFlagsOf } from './text-flags';

/** Commands whose bodies are not made of fields here: those of the catalogue have theirs already, firmware is read from its package. */
export type BodyOrder = Extract<CommandOrder, { kind: 'custom' | 'upgrade' }>;
/** A task of 写入设备, whose messages `writtenSteps` makes. */
export type WriteOrder = Extract<CommandOrder, { kind: 'write' }>;
export type FieldOrder = Exclude<CommandOrder, BodyOrder | WriteOrder>;
export const hasBody = (order: CommandOrder): order is BodyOrder => order.kind === 'custom' || order.kind === 'upgrade';

/** Settings of a picture that nobody asks for: little compression, the middle of brightness, contrast and colours. */
const plainPicture = { quality: 3, brightness: 127, contrast: 64, saturation: 64, chroma: 127 };
/** Why a picture was taken (0x0801): the platform's order. */
const ORDERED = 0;

/** Bits of the status word (0x0200): a fix, the doors are locked. */
const FIXED = 1 << 1;
const LOCKED = 1 << 12;
/** Fuel circuit and power circuit cut. */
const CUT = (1 << 10) | (1 << 11);
/** The doors' bit of 0x8500 in 2013. */
const LOCK_BIT = 1;
/** 0x8105: the terminal restarts. */
const RESET = 4;

const isLocked = (statusBits: number): boolean => (statusBits & LOCKED) !== 0;

/** A maker's own message. */
function makerStep(way: MakerWay, version: HeaderVersion, more: Pick<Step, 'until'>): Step {
  switch (way.by) {
    case 'control':
      return stepWith(msgId.terminalControl, { command: way.command, args: '' }, more);
    case 'text': {
      // an order of the terminal is neither shown nor read aloud
      const flags = textFlagsOf({ urgent: false, show: false, speak: false }, version);
      return stepWith(msgId.text, { flags, kind: 1, text: way.text }, more);
    }
    case 'raw':
      return stepWith(msgId.transparentDown, { type: way.type, data: fromHex(way.hex) }, more);
    case 'bits':
      if (version === '2019') throw new RangeError('orders to the vehicle have kinds in 2019, not bits');
      return stepWith(
        msgId.vehicleControl,
        { lockDoors: (way.bits & LOCK_BIT) !== 0, otherBits: way.bits & ~LOCK_BIT, others: [] },
        more,
      );
    case 'vehicle': {
      if (version === '2013') throw new RangeError('orders to the vehicle have bits in 2013, not kinds');
      const others = [{ kind: way.type, value: fromHex(way.hex) }];
      return stepWith(msgId.vehicleControl, { lockDoors: null, otherBits: 0, others }, more);
    }
    case 'setting':
      return stepWith(msgId.setParameters, { parameters: [{ id: way.id, value: fromHex(way.hex) }] }, more);
    case 'fuel':
      return stepWith(msgId.fuelControl, { cut: way.cut, time: Date.now() }, more);
  }
}

/** The message that a command is, for a terminal of this edition of the standard. */
export function stepOf(order: FieldOrder, version: HeaderVersion): Step {
  switch (order.kind) {
    case 'text':
      return stepWith(msgId.text, { flags: textFlagsOf(order, version), kind: order.textType ?? 1, text: order.text });
    case 'locate':
      return stepWith(msgId.queryLocation, emptyMessage, { answerId: msgId.locationReply });
    case 'track':
      return stepWith(msgId.trackControl, { intervalS: order.intervalS, validityS: order.validityS });
    case 'properties':
      return stepWith(msgId.queryProperties, emptyMessage, { answerId: msgId.properties });
    case 'driverCard':
      return stepWith(msgId.queryDriverCard, emptyMessage, { answerId: msgId.driverCard });
    case 'readParams':
      return order.ids.length === 0
        ? stepWith(msgId.queryAllParameters, emptyMessage, { answerId: msgId.parameters })
        : stepWith(msgId.queryParameters, { ids: order.ids }, { answerId: msgId.parameters });
    case 'setParams':
      return stepWith(msgId.setParameters, {
        parameters: order.values.map(({ id, hex }) => ({ id, value: fromHex(hex) })),
      });
    case 'confirmAlarms':
      return stepWith(msgId.confirmAlarms, { serial: 0, alarmBits: order.alarmBits });
    case 'doors':
      // the codec knows that the editions say the opposite
      return stepWith(
        msgId.vehicleControl,
        { lockDoors: order.lock, otherBits: 0, others: [] },
        { answerId: msgId.vehicleControlReply, until: { mask: LOCKED, on: order.lock } },
      );
    case 'photo':
      return stepWith(
        msgId.shoot,
        {
          channel: order.channel,
          command: 1,
          intervalS: 0,
          save: false,
          resolution: order.resolution,
          ...plainPicture,
        },
        {
          answerId: msgId.shootReply,
          // some terminals send the picture and nothing else
          also: ({ id, body }) => id === msgId.mediaData && body.event === ORDERED && body.channel === order.channel,
        },
      );
    case 'call':
    case 'listen':
      return stepWith(msgId.callBack, { listen: order.kind === 'listen', number: order.number });
    case 'restart':
      return stepWith(msgId.terminalControl, { command: RESET, args: '' });
    case 'control':
      return stepWith(msgId.terminalControl, { command: order.command, args: order.args });
    case 'raw':
      return stepWith(
        msgId.transparentDown,
        'lock' in order
          ? { type: lockType, data: encodeLockAsk(order.lock) }
          : { type: order.type, data: fromHex(order.hex) },
      );
    case 'cut':
    case 'restore':
      return makerStep(order.way, version, { until: { mask: CUT, on: order.kind === 'cut' } });
    default:
      return memoryStepOf(order, Date.now());
  }
}

/** Results of 0x0108. */
const UPGRADED = 0;
const CANCELLED = 2;
export const upgradeFault = (result: number): CommandCause | null =>
  result === UPGRADED ? null : result === CANCELLED ? 'upgradeCancelled' : 'upgradeFailed';

/** The same of a progress with which the upgrade is over. */
export const progressFault = ({ step }: UpgradeProgress): CommandCause | null =>
  upgradeEnds[step] === 'failed' ? 'upgradeFailed' : null;
/** What is kept of a progress. */
export const progressOf = ({ step, percent }: UpgradeProgress) => ({ step, percent });

/** Why a result is not what was asked for; null when it is. */
export function faultIn(order: CommandOrder, message: Message | RawMessage): CommandCause | null {
  if (message.id === msgId.upgradeResult) return upgradeFault(message.body.result);
  if (message.id === msgId.upgradeProgress) return progressFault(message.body);
  if (order.kind === 'doors' && message.id === msgId.vehicleControlReply)
    return isLocked(message.body.location.statusBits) === order.lock ? null : 'unchanged';
  if (message.id === msgId.recorderReply && message.body.block?.failed) return 'refused';
  if (message.id === msgId.shootReply && message.body.result !== shootResult.ok)
    return message.body.result === shootResult.noChannel ? 'noCamera' : 'notTaken';
  return null;
}

/** Bytes of an answer that are kept where nobody knows its fields. */
const KEPT_BYTES = 512;

/** What is kept of a result, as plain data; `data` are the bytes of its body. */
export function answerOf(message: Message | RawMessage, data: Uint8Array): unknown {
  switch (message.id) {
    case msgId.locationReply: {
      const { time, lng, lat, speedKmh, statusBits } = message.body.location;
      return { time, lng, lat, speedKmh, located: (statusBits & FIXED) !== 0 };
    }
    case msgId.parameters:
      return { params: message.body.parameters.map(({ id, value }) => ({ id, hex: toHex(value) })) };
    case msgId.properties: {
      const { maker, model, terminalId, iccid, hardwareVersion, firmwareVersion } = message.body;
      return { maker, model, terminalId, iccid, hardwareVersion, firmwareVersion };
    }
    case msgId.driverCard: {
      // the numbers of his papers stay where the cards are kept
      const { inserted, time, result, name, authority, validUntil } = message.body;
      return { inserted, time, result, name, authority, validUntil };
    }
    case msgId.shootReply:
      return { mediaIds: message.body.mediaIds };
    case msgId.mediaData:
      return { mediaIds: [message.body.mediaId] };
    case msgId.upgradeResult:
      return { result: message.body.result };
    case msgId.upgradeProgress:
      return progressOf(message.body);
    case null:
      return bytesOf(data);
    default: {
      const told = memoryAnswerOf(message);
      // the bytes too: an order of the catalogue shows them, whatever its message says
      return told ? { ...bytesOf(data), ...told } : bytesOf(data);
    }
  }
}

const bytesOf = (data: Uint8Array): { hex: string; bytes: number } | undefined =>
  data.length === 0 ? undefined : { hex: toHex(data.subarray(0, KEPT_BYTES)), bytes: data.length };
