import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('transport');

/** The screens of `order`. What stands here is built: menus lead to it. */
export const orderScreens = {
  customerOrderList: from('customerOrder', 'list', tab),
  customerOrderEdit: at('/orderManage/customerOrder/edit', '新增/编辑客户订单', 'edit', 'customerOrder'),
  customerOrderSplit: at('/orderManage/customerOrder/splitOrder', '客户订单拆单', 'form', 'customerOrder'),
  customerOrderDetails: at('/orderManage/customerOrder/details', '客户订单详情', 'detail', 'customerOrder'),
} as const;

/** What a role may be given on these screens: action → label. */
export const orderRights = {
  customerOrder: {
    add: '新增',
    edit: '编辑',
    splitOrder: '拆单',
    splitAddress: '拆单改收货点',
    cancelSplit: '撤销拆单',
    share: '分享链接',
    merge: '合单',
    stowage: '配载',
    sign: '签收',
    revokeSign: sensitive('撤销签收'),
    void: sensitive('作废'),
    import: '导入',
    print: '打印',
    export: '导出',
  },
} as const satisfies Rights;
