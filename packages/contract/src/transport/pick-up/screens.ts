import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('transport');

/** The screens of `pickUp`. What stands here is built: menus lead to it. */
export const pickUpScreens = {
  pickUpOrderList: from('pickUpOrder', 'list', tab),
  pickUpOrderEdit: at('/orderManage/pickUpOrder/edit', '新增/编辑提货单', 'edit', 'pickUpOrder'),
  pickUpOrderSplit: at('/orderManage/pickUpOrder/splitOrder', '提货单拆单', 'form', 'pickUpOrder'),
  pickUpOrderDetails: at('/orderManage/pickUpOrder/details', '提货单详情', 'detail', 'pickUpOrder'),
} as const;

/** What a role may be given on these screens: action → label. */
export const pickUpRights = {
  pickUpOrder: {
    add: '新增',
    edit: '编辑',
    splitOrder: '拆单',
    stowage: '配载',
    pick: '提货确认',
    fail: '提货失败',
    void: sensitive('作废'),
    print: '打印',
    export: '导出',
  },
} as const satisfies Rights;
