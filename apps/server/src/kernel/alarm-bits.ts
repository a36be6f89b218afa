import type { TrackPoint } from './point';

/** Words of the alarm bits of a 0x0200 (JT/T 808-2013 and 2019; where they differ, the wording that holds for both). */
const alarmNames: Readonly<Record<number, string>> = {
  0: '紧急报警',
  1: '超速报警',
  2: '疲劳驾驶',
  3: '危险预警',
  4: 'GNSS模块故障',
  5: 'GNSS天线未接或被剪断',
  6: 'GNSS天线短路',
  7: '主电源欠压',
  8: '主电源掉电',
  9: '显示屏故障',
  10: '语音模块故障',
  11: '摄像头故障',
  12: 'IC卡模块故障',
  13: '超速预警',
  14: '疲劳驾驶预警',
  15: '违规行驶报警',
  16: '胎压预警',
  17: '右转盲区异常',
  18: '当天累计驾驶超时',
  19: '超时停车',
  20: '进出区域',
  21: '进出路线',
  22: '路段行驶时间不足或过长',
  23: '路线偏离报警',
  24: '车速传感器故障',
  25: '油量异常',
  26: '车辆被盗',
  27: '非法点火',
  28: '非法位移',
  29: '碰撞侧翻报警',
  30: '侧翻预警',
  31: '非法开门报警',
};

/** Chinese name of an alarm bit (0-31). */
export const alarmName = (bit: number): string => alarmNames[bit] ?? `报警位${bit}`;

/** Names of every bit set in a 32-bit alarm word, lowest bit first. */
export const alarmWords = (bits: number): string[] => bitsOf(bits).map(alarmName);

function bitsOf(bits: number): number[] {
  const out: number[] = [];
  for (let bit = 0; bit < 32; bit++) if (((bits >>> bit) & 1) === 1) out.push(bit);
  return out;
}

/** From the first to the last report that carried a bit. */
export interface AlarmSpan {
  bit: number;
  start: number;
  end: number;
  lng: number;
  lat: number;
  speedKmh: number;
}

/** Spans of every alarm bit, in order of their start; a silence longer than `gapMaxMs` ends a span. */
export function alarmSpans(points: readonly TrackPoint[], gapMaxMs: number): AlarmSpan[] {
  const spans: AlarmSpan[] = [];
  const running = new Map<number, AlarmSpan>();
  for (const point of points) {
    const set = new Set(bitsOf(point.alarmBits));
    for (const [bit, span] of running) if (!set.has(bit) || point.t - span.end > gapMaxMs) running.delete(bit);
    for (const bit of set) {
      const span = running.get(bit);
      if (span) {
        span.end = point.t;
        continue;
      }
      const fresh = { bit, start: point.t, end: point.t, lng: point.lng, lat: point.lat, speedKmh: point.speedKmh };
      running.set(bit, fresh);
      spans.push(fresh);
    }
  }
  return spans.sort((a, b) => a.start - b.start || a.bit - b.bit);
}
