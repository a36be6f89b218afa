import { defineEnum } from '../../core/enum';

export const traceState = defineEnum('traceState', {
  running: [1, '追踪中'],
  ended: [2, '已结束'],
  /** as many frames as one may have */
  full: [3, '已满'],
});

/** What a terminal sent beside reports and files. */
export const keptKind = defineEnum('keptKind', {
  /** 0x0701 */
  waybill: [1, '电子运单'],
  /** 0x0700 */
  recorder: [2, '行驶记录仪'],
  /** 0x0705 */
  can: [3, 'CAN数据'],
  /** 0x0900 and, unpacked, 0x0901 */
  passed: [4, '透传数据'],
  /** 0x0301, 0x0302, 0x0303 */
  driver: [5, '司机上报'],
  /** what terminals tell or answer beside these: passengers, lists that nobody waits for any more, texts, messages of makers */
  other: [6, '其他消息'],
});
