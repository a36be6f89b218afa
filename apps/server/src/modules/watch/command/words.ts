import { withoutEnding } from '@tongda/contract/core/field/ending';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandKind, CommandOrder, StoredSetting } from '@tongda/contract/watch/command/kind';
import { type CommandCause, commandCauses } from '@tongda/contract/watch/command/life';
import { settingOf, settingWords } from '@tongda/contract/watch/command/settings';
import { wireTime } from '../../../core/http/answer/wire-time';
import { upgradeSteps } from '../../../frames/labels';
import { settingSaid } from '../../../frames/setting';
import { memoryWords } from './memory-words';

/** What is known of a command, as far as its words depend on it. */
export interface Told {
  kind: CommandKind;
  state: number;
  cause: string;
  answer: unknown;
  /** what was asked */
  order: CommandOrder | null;
  /** how often it went out */
  tries?: number;
}

// the column is filled with keys of the table only
export const causeWords = (cause: string): string => (cause === '' ? '' : commandCauses[cause as CommandCause]);

/** That the terminal may have had a command more than once: it went out again, as nobody knew whether it had arrived. '' otherwise. */
export const repeatedWords = (tries: number): string => (tries > 1 ? `共下发${tries}次，可能重复送达` : '');

/** What the terminal answered, or why there is no answer, as a sentence, and whether it may have been asked twice; '' when there is nothing to say. */
export const answerWords = (told: Told, timeZone: string): string =>
  [saidWords(told, timeZone), repeatedWords(told.tries ?? 0)].filter(Boolean).join('；');

function saidWords({ kind, state, cause, answer, order, tries = 0 }: Told, timeZone: string): string {
  const said = answer === null ? '' : toldWords(kind, answer, timeZone, order);
  // what a driving recorder has not is said by its name alone
  const why = kind === 'recorderRead' && cause === 'refused' && said !== '' ? '' : causeWords(cause);
  const words = [why, said].filter(Boolean).join('；');
  if (words !== '') return words;
  if (state === instructionSending.review) return '等待另一人复核后下发';
  if (state === instructionSending.queued && tries > 0) return '下发后没有应答，终端上线后再次下发';
  if (state === instructionSending.queued) return '等待下发，终端离线时上线后自动下发';
  if (state === instructionSending.acknowledged) return '终端已接受，等待执行结果';
  // the general reply (0x0001, result 0) is all that a terminal says to most commands
  return state === instructionSending.done ? '终端应答成功' : '';
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

/** A driver's card as the terminal told of it (0x0702). */
interface Card {
  inserted: boolean;
  time: number | null;
  result: number | null;
  name: string;
  authority: string;
  validUntil: string | null;
}
const cardFaults: Readonly<Record<number, string>> = {
  1: '卡片密钥认证未通过',
  2: '卡片已锁定',
  3: '卡片已拔出',
  4: '数据校验错误',
};

function cardWords({ inserted, time, result, name, authority, validUntil }: Card, timeZone: string): string {
  const when = time === null ? '' : wireTime(time, timeZone);
  if (!inserted) return `没有插卡${when && `（${when}）`}`;
  if (result) return `读卡失败：${cardFaults[result] ?? `结果${result}`}`;
  return [
    `司机 ${name || '未填写'}`,
    ...(when ? [`插卡时间 ${when}`] : []),
    ...(authority ? [`发证机构 ${authority}`] : []),
    ...(validUntil ? [`从业资格证有效期至 ${validUntil}`] : []),
  ].join('，');
}

/** Texts of terminals are encoded in GBK and padded with zero bytes. */
const decodeText = (hex: string): string =>
  withoutEnding(new TextDecoder('gbk').decode(Buffer.from(hex, 'hex')), '\0').trim();

/** A setting as the forms name it; those that no form has, as the frames do. */
const saidOf = ({ id, hex }: StoredSetting): string =>
  (settingOf(id) ? null : settingSaid(id, hex)) ?? settingWords(id, hex, decodeText);

/** Answers to commands of the catalogue: settings, a driver's card, or bytes that nobody here knows the fields of. */
type CustomAnswer = { params: StoredSetting[] } | Card | { hex: string; bytes: number } | object;

function customWords(answer: CustomAnswer, timeZone: string): string {
  if ('params' in answer) return answer.params.map(saidOf).join('，');
  if ('inserted' in answer) return cardWords(answer, timeZone);
  return 'hex' in answer ? `应答内容 ${answer.hex.toUpperCase()}` : '';
}

/** What a terminal told of an upgrade: its result (0x0108), which the state says already, or how far it has come (0x1FC4). */
type UpgradeAnswer = { result: number } | { step: number; percent: number };
const progressWords = (answer: UpgradeAnswer): string =>
  'step' in answer ? `${upgradeSteps[answer.step] ?? `状态${answer.step}`} ${answer.percent}%` : '';

function toldWords(kind: CommandKind, answer: unknown, timeZone: string, order: CommandOrder | null): string {
  switch (kind) {
    case 'locate': {
      // the gateway's `answerOf` wrote it
      const { time, lng, lat, speedKmh, located } = answer as Place;
      const when = time === null ? '' : `${wireTime(time, timeZone)} `;
      return located ? `${when}经度${lng.toFixed(5)}，纬度${lat.toFixed(5)}，${speedKmh} km/h` : `${when}终端没有定位`;
    }
    // of a task of 写入设备 only one that reads parameters is told something
    case 'write':
    case 'readParams': {
      // the gateway's `answerOf` wrote it
      const { params } = answer as { params: StoredSetting[] };
      return params.length === 0 ? '终端没有可读的参数' : params.map(saidOf).join('，');
    }
    case 'properties': {
      // the gateway's `answerOf` wrote it
      const { maker, model, terminalId, iccid, hardwareVersion, firmwareVersion } = answer as Properties;
      return `厂商 ${maker}，型号 ${model}，终端ID ${terminalId}，ICCID ${iccid}，硬件 ${hardwareVersion}，固件 ${firmwareVersion}`;
    }
    case 'driverCard':
      // the gateway's `answerOf` wrote it
      return cardWords(answer as Card, timeZone);
    case 'photo': {
      // the gateway's `answerOf` wrote it
      const { mediaIds } = answer as { mediaIds: number[] };
      return mediaIds.length > 0 ? '终端已拍照' : '';
    }
    case 'upgrade':
      // the gateway's `answerOf` wrote it
      return progressWords(answer as UpgradeAnswer);
    case 'custom':
      // the gateway's `answerOf` wrote it
      return customWords(answer as CustomAnswer, timeZone);
    default:
      return memoryWords(kind, answer, timeZone, order);
  }
}
