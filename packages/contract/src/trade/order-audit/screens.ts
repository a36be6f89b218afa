import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('backstage');

/** The screens of `orderAudit`. What stands here is built: menus lead to it. */
export const orderAuditScreens = {
  orderAuditList: from('orderAudit', 'list', { title: '订单审核(会员/续费)' }),
  orderAuditDetails: at('/orderAudit/details', '订单审核详情', 'detail', 'orderAudit'),
} as const;

/** What a role may be given on these screens: action → label. */
export const orderAuditRights = {
  orderAudit: {
    pass: sensitive('审核通过'),
    reject: sensitive('驳回'),
    refund: sensitive('退款'),
    invoice: sensitive('开票'),
    export: '导出',
  },
} as const satisfies Rights;
