import {
  areaQueries,
  type CommandKind,
  type CommandOrder,
  cameraName,
  mediaKinds,
} from '@tongda/contract/watch/command/kind';
import { recorderDataName } from '@tongda/contract/watch/command/recorder';
import { wireTime } from '../../../core/http/answer/wire-time';
import { recorderAnswerWords } from '../../../frames/recorder';

/** Rows of an answer that a line has room for. */
const shownRows = 10;

interface Media {
  total: number;
  media: Array<{ mediaId: number | null; kind: number; channel: number; event: number; time: number | null }>;
}

/** `找到 2 个：照片 7（通道1，2026-11-28 08:00:00）…` */
function mediaWords({ total, media }: Media, timeZone: string): string {
  if (total === 0) return '终端没有符合条件的多媒体';
  const rows = media.slice(0, shownRows).map(({ mediaId, kind, channel, time }) => {
    const when = time === null ? '' : `，${wireTime(time, timeZone)}`;
    return `${mediaKinds[kind] ?? '文件'}${mediaId === null ? '' : ` ${mediaId}`}（${cameraName(channel)}${when}）`;
  });
  return `找到 ${total} 个：${rows.join('、')}${total > shownRows ? '…' : ''}`;
}

/** What a terminal told of its memory, or the driver chose. */
export function memoryWords(kind: CommandKind, answer: unknown, timeZone: string, order: CommandOrder | null): string {
  switch (kind) {
    case 'question': {
      // the gateway's `memoryAnswerOf` wrote it
      const { answerId } = answer as { answerId: number };
      const chosen = order?.kind === 'question' ? order.answers[answerId - 1] : undefined;
      return `司机选择：${chosen ?? `答案${answerId}`}`;
    }
    case 'areas': {
      // the gateway's `memoryAnswerOf` wrote it
      const { areaKind, total, ids } = answer as { areaKind: number; total: number; ids: number[] };
      const name = areaQueries[areaKind] ?? '区域';
      const shown = ids.slice(0, shownRows).join('、');
      return total === 0 ? `终端没有${name}` : `${name} ${total} 个，编号 ${shown}${total > shownRows ? '…' : ''}`;
    }
    case 'mediaSearch':
      // the gateway's `memoryAnswerOf` wrote it
      return mediaWords(answer as Media, timeZone);
    case 'recorderRead': {
      // the gateway's `answerOf` wrote it
      const { hex, bytes } = answer as { hex: string; bytes: number };
      const name = order?.kind === 'recorderRead' ? recorderDataName(order.item) : '';
      // of a long answer the gateway keeps the beginning here, and the whole as data of the terminal
      if (hex.length < 2 * bytes) return `${name} ${bytes} 字节，见车辆详情的“终端数据”`;
      return recorderAnswerWords(hex) || `记录仪没有提供${name}`;
    }
    default:
      return '';
  }
}
