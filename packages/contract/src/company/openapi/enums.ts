import { defineEnum } from '../../core/enum';

/** What a program of the company sees of its data (数据范围). */
export const openScope = defineEnum('openScope', {
  company: [1, '全公司'],
  departments: [2, '指定部门及下级'],
  vehicles: [3, '指定车辆'],
});

/** What became of a program's call. */
export const callResult = defineEnum('callResult', {
  ok: ['ok', '成功'],
  failed: ['failed', '失败'],
  refused: ['refused', '拒绝'],
});

/** Whether companies pay for an interface (收费). */
export const interfaceCharge = defineEnum('interfaceCharge', {
  free: [1, '免费'],
  paid: [2, '收费'],
});
