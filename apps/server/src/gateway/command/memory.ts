import type { CommandOrder, MediaWanted } from '@tongda/contract/watch/command/kind';
import { recorderTimed } from '@tongda/contract/watch/command/recorder';
import { ByteWriter } from '@tongda/protocol/bytes';
import { type Message, msgId } from '@tongda/protocol/jt808/codec';
import type { FieldValues } from '@tongda/protocol/jt808/fields';
import { listMode } from '@tongda/protocol/jt808/messages/command/8301';
import type { MediaSearch } from '@tongda/protocol/jt808/messages/media/8802';
import { encodeRecorderValue } from '@tongda/protocol/jt808/messages/recorder/values';
import { writeTimeRange } from '@tongda/protocol/jt808/time-range';
import { type Step, stepWith } from './step';

/** Commands for the driver's menu and for what a terminal has in its memory. */
export type MemoryOrder = Extract<
  CommandOrder,
  {
    kind:
      | 'question'
      | 'events'
      | 'infoMenu'
      | 'info'
      | 'areas'
      | 'recorderRead'
      | 'recorderWrite'
      | 'mediaSearch'
      | 'mediaUpload'
      | 'sound';
  }
>;

/** Flags of a question: an emergency, read aloud. */
const URGENT = 1;
const ALOUD = 8;
/** Start mark of a block that goes to a driving recorder, and how many blocks of records it may answer with. */
const COMMAND_MARK = 0xaa75;
const MOST_BLOCKS = 100;
/** Settings of a driving recorder: its clock, the pulses of a kilometre. */
const SET_CLOCK = 0xc2;
const SET_PULSES = 0xc3;

const nothing = new Uint8Array(0);

const searchOf = ({ mediaKind: kind, channel, event, from, to }: MediaWanted): MediaSearch => ({
  ...{ kind, channel, event },
  ...{ from, to },
});

/** A block for the driving recorder. */
const blockOf = (command: number, data: Uint8Array) => ({
  command,
  block: { mark: COMMAND_MARK, command, reserved: 0, data, failed: false },
  other: nothing,
});

function readingData({ item, from, to }: Extract<MemoryOrder, { kind: 'recorderRead' }>): Uint8Array {
  return recorderTimed(item) ? writeTimeRange(new ByteWriter(14), { from, to }).u16(MOST_BLOCKS).result() : nothing;
}

/** The message of such a command; `now` (epoch ms) is what a recorder's clock is set to. */
export function memoryStepOf(order: MemoryOrder, now: number): Step {
  switch (order.kind) {
    case 'question': {
      const flags = (order.urgent ? URGENT : 0) | (order.speak ? ALOUD : 0);
      const answers = order.answers.map((text, i) => ({ id: i + 1, text }));
      return stepWith(msgId.question, { flags, text: order.text, answers }, { answerId: msgId.questionReply });
    }
    case 'events': {
      const mode = order.entries.length === 0 ? listMode.deleteAll : listMode.replace;
      return stepWith(msgId.eventMenu, { mode, events: order.entries });
    }
    case 'infoMenu': {
      const mode = order.entries.length === 0 ? listMode.deleteAll : listMode.replace;
      return stepWith(msgId.infoMenu, { mode, kinds: order.entries.map(({ id, text }) => ({ id, name: text })) });
    }
    case 'info':
      return stepWith(msgId.info, { kindId: order.kindId, text: order.text });
    case 'areas':
      return stepWith(msgId.queryAreas, { kind: order.areaKind, ids: [] }, { answerId: msgId.areaList });
    case 'recorderRead':
      return stepWith(msgId.readRecorder, blockOf(order.item, readingData(order)), { answerId: msgId.recorderReply });
    case 'recorderWrite': {
      const { pulses } = order;
      const command = pulses === null ? SET_CLOCK : SET_PULSES;
      const fields: FieldValues = pulses === null ? { time: now } : { time: now, pulses };
      const data = encodeRecorderValue(command, { fields, rows: [], rest: '' });
      return stepWith(msgId.writeRecorder, blockOf(command, data));
    }
    case 'mediaSearch':
      return stepWith(msgId.searchMedia, searchOf(order), { answerId: msgId.mediaList });
    case 'mediaUpload': {
      const { mediaId, remove } = order;
      return mediaId === null
        ? stepWith(msgId.uploadMedia, { ...searchOf(order), remove })
        : stepWith(msgId.uploadOneMedia, { mediaId, remove });
    }
    case 'sound': {
      const { start, seconds, save, sampleRate } = order;
      return stepWith(msgId.recordAudio, { start, seconds, save, sampleRate });
    }
  }
}

/** Areas and media of an answer that are kept. */
const MOST_ROWS = 100;

/** What is kept of the answer to such a command; undefined for other messages. */
export function memoryAnswerOf(message: Message): object | undefined {
  switch (message.id) {
    case msgId.questionReply:
      return { answerId: message.body.answerId };
    case msgId.areaList: {
      const { kind, circles, rects, polygons, routes, ids } = message.body;
      const all = [...[...circles, ...rects, ...polygons, ...routes].map(({ id }) => id), ...ids];
      return { areaKind: kind, total: all.length, ids: all.slice(0, MOST_ROWS) };
    }
    case msgId.mediaList: {
      const { media } = message.body;
      const rows = media.slice(0, MOST_ROWS).map(({ mediaId, kind, channel, event, location }) => ({
        ...{ mediaId, kind, channel, event },
        time: location.time,
      }));
      return { total: media.length, media: rows };
    }
    default:
      return undefined;
  }
}
