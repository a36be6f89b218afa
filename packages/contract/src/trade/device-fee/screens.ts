import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('enterprise');

/** The screens of `deviceFee`. What stands here is built: menus lead to it. */
export const deviceFeeScreens = {
  equipmentCostList: from('equipmentCost', 'list'),
  equipmentCostDetails: at('/equipmentCost/detail', '设备费用详情', 'detail', 'equipmentCost'),
  equipmentRenew: at('/equipmentCost/renew/:step', '设备续费', 'wizard', 'equipmentCost'),
} as const;

/** What a role may be given on these screens: action → label. */
export const deviceFeeRights = {
  equipmentCost: {
    detail: '详情',
    renew: sensitive('续费'),
    remind: '提醒设置',
    export: '导出',
    confirm: sensitive('核款'),
  },
} as const satisfies Rights;
