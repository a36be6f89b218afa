import { type Rights, screensOf, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of the cold chain reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const coldChainScreens = {
  temHumReport: from('temHum', 'report', tab),
  overTemperatureReport: from('overTemperature', 'report', tab),
  chillerOperationReport: from('chillerOperation', 'report', tab),
  chillerOperationDetails: at('/chillerOperation/detail', '冷机运行明细', 'report', 'chillerOperation'),
  preCoolingReport: from('preCooling', 'report', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const coldChainRights = {
  temHum: { export: '导出', print: '打印封存记录', remark: '备注' },
  overTemperature: { export: '导出', handle: '处理', print: '打印偏差报告' },
  chillerOperation: { export: '导出汇总', exportDetail: '导出明细' },
  preCooling: { export: '导出', add: '新增', stop: '停止', print: '打印凭证' },
} as const satisfies Rights;
