import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('enterprise');

/** The screens of `erpOrder`. What stands here is built: menus lead to it. */
export const erpOrderScreens = {
  orderCenter: from('orderCenter', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const erpOrderRights = {
  orderCenter: {
    pay: sensitive('去支付'),
    cancel: sensitive('取消'),
    receive: '确认收货',
    invoice: '申请开票',
    contract: '下载合同',
    return: sensitive('申请退货'),
    export: '导出',
  },
} as const satisfies Rights;
