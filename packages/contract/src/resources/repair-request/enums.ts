import { defineEnum } from '../../core/enum';

/** Where a repair request stands. */
export const repairRequestState = defineEnum('repairRequestState', {
  waiting: [0, '待受理'],
  accepted: [1, '已受理'],
  working: [2, '处理中'],
  done: [3, '已完成'],
  rated: [4, '已评价'],
  cancelled: [8, '已取消'],
});

/** What is wrong with the equipment; a request names one or several. */
export const repairFault = defineEnum('repairFault', {
  notLocated: [1, '不定位'],
  notOnline: [2, '不上线'],
  temperature: [3, '温度异常'],
  noVideo: [4, '无视频'],
  powerCut: [5, '断电'],
  lowBattery: [6, '低电'],
  door: [7, '门磁'],
  fuel: [8, '油感'],
  other: [9, '其他'],
});

/** Half of a working day in which an engineer comes. */
export const visitHalf = defineEnum('visitHalf', {
  morning: [1, '上午'],
  afternoon: [2, '下午'],
});
