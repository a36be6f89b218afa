import { defineEnum } from '../../core/enum';

/** Whose firmware it is (0x8108 and T/JSATL 12). */
export const upgradeTarget = defineEnum('upgradeTarget', {
  terminal: [0, '终端'],
  cardReader: [12, '道路运输证IC卡读卡器'],
  beidou: [52, '北斗定位模块'],
  adas: [0x64, '驾驶辅助系统'],
  dsm: [0x65, '驾驶员监测系统'],
  tyres: [0x66, '胎压监测系统'],
  blindSpot: [0x67, '盲区监测系统'],
});
