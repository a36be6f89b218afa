import { withoutEnding } from '@tongda/contract/core/field/ending';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandKind, CommandOrder, StoredSetting } from '@tongda/contract/watch/command/kind';
import { type CommandCause, commandCauses } from '@tongda/contract/watch/command/life';
import { settingWords } from '@tongda/contract/watch/command/settings';
import { wireTime } from '../../../core/http/answer/wire-time';
import { memoryWords } from './memory-words';

/** What is known of a command, as far as its words depend on it. */
export interface Told {
  kind: CommandKind;
  state: number;
  cause: string;
  answer: unknown;
  /** what was asked */
  order: CommandOrder | null;
}

// the column is filled with keys of the table only
const causeWords = (cause: string): string => (cause === '' ? '' : commandCauses[cause as CommandCause]);

/** What the terminal answered, or why there is no answer, as a sentence; '' when there is nothing to say. */
export function answerWords({ kind, state, cause, answer, order }: Told, timeZone: string): string {
  const said = answer === null ? '' : toldWords(kind, answer, timeZone, order);
  const words = [causeWords(cause), said].filter(Boolean).join('；');
  if (words !== '') return words;
  if (state === instructionSending.review) return '等待另一人复核后下发';
  if (state === instructionSending.queued) return '等待下发，终端离线时上线后自动下发';
  return state === instructionSending.acknowledged ? '终端已接受，等待执行结果' : '';
}

/** Answers as the gateway keeps them. */
interface Place {
  time: number | null;
  lng: number;
  lat: number;
  speedKmh: number;
  located: boolean;
}

type Properties = Record<'maker' | 'model' | 'terminalId' | 'iccid' | 'hardwareVersion' | 'firmwareVersion', string>;

/** Texts of terminals are encoded in GBK and padded with zero bytes. */
const decodeText = (hex: string): string =>
  withoutEnding(new TextDecoder('gbk').decode(Buffer.from(hex, 'hex')), '\0').trim();

/** Answers to commands of the catalogue: settings, or bytes that nobody here knows the fields of. */
type CustomAnswer = { params: StoredSetting[] } | { hex: string; bytes: number } | object;

function customWords(answer: CustomAnswer): string {
  if ('params' in answer) return answer.params.map(({ id, hex }) => settingWords(id, hex, decodeText)).join('，');
  return 'hex' in answer ? `应答内容 ${answer.hex.toUpperCase()}` : '';
}

function toldWords(kind: CommandKind, answer: unknown, timeZone: string, order: CommandOrder | null): string {
  switch (kind) {
    case 'locate': {
      // the gateway's `answerOf` wrote it
      const { time, lng, lat, speedKmh, located } = answer as Place;
      const when = time === null ? '' : `${wireTime(time, timeZone)} `;
      return located ? `${when}经度${lng.toFixed(5)}，纬度${lat.toFixed(5)}，${speedKmh} km/h` : `${when}终端没有定位`;
    }
    case 'readParams': {
      // the gateway's `answerOf` wrote it
      const { params } = answer as { params: StoredSetting[] };
      return params.length === 0
        ? '终端没有可读的参数'
        : params.map(({ id, hex }) => settingWords(id, hex, decodeText)).join('，');
    }
    case 'properties': {
      // the gateway's `answerOf` wrote it
      const { maker, model, terminalId, iccid, hardwareVersion, firmwareVersion } = answer as Properties;
      return `厂商 ${maker}，型号 ${model}，终端ID ${terminalId}，ICCID ${iccid}，硬件 ${hardwareVersion}，固件 ${firmwareVersion}`;
    }
    case 'photo': {
      // the gateway's `answerOf` wrote it
      const { mediaIds } = answer as { mediaIds: number[] };
      return mediaIds.length > 0 ? '终端已拍照' : '';
    }
    case 'custom':
      // the gateway's `answerOf` wrote it
      return customWords(answer as CustomAnswer);
    default:
      return memoryWords(kind, answer, timeZone, order);
  }
}
