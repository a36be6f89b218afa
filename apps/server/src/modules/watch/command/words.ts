import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandKind, CommandOrder } from '@tongda/contract/watch/command/kind';
import { type CommandCause, commandCauses } from '@tongda/contract/watch/command/life';
import { wireTime } from '../../../core/http/wire-time';

/** `紧急，播报并显示：前方拥堵` */
export function textWords({ urgent, show, speak, text }: Extract<CommandOrder, { kind: 'text' }>): string {
  const way = speak && show ? '播报并显示' : speak ? '播报' : '显示';
  return `${urgent ? '紧急，' : ''}${way}：${text}`;
}

/** What is known of a command, as far as its words depend on it. */
export interface Told {
  kind: CommandKind;
  state: number;
  cause: string;
  answer: unknown;
}

// the column is filled with keys of the table only
const causeWords = (cause: string): string => (cause === '' ? '' : commandCauses[cause as CommandCause]);

/** What the terminal answered, or why there is no answer, as a sentence; '' when there is nothing to say. */
export function answerWords({ kind, state, cause, answer }: Told, timeZone: string): string {
  const said = answer === null ? '' : toldWords(kind, answer, timeZone);
  const words = [causeWords(cause), said].filter(Boolean).join('；');
  if (words !== '') return words;
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

function toldWords(kind: CommandKind, answer: unknown, timeZone: string): string {
  switch (kind) {
    case 'locate': {
      // the gateway's `answerOf` wrote it
      const { time, lng, lat, speedKmh, located } = answer as Place;
      const when = time === null ? '' : `${wireTime(time, timeZone)} `;
      return located ? `${when}经度${lng.toFixed(5)}，纬度${lat.toFixed(5)}，${speedKmh} km/h` : `${when}终端没有定位`;
    }
    default:
      return '';
  }
}
