import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('transport');

/** The screens of `receiptOrder`. What stands here is built: menus lead to it. */
export const receiptOrderScreens = {
  receiptOrderList: from('receiptOrder', 'list', tab),
  receiptOrderEdit: at('/orderManage/receiptOrder/edit', '新增/编辑收货单', 'edit', 'receiptOrder'),
  receiptOrderDetails: at('/orderManage/receiptOrder/details', '收货单详情', 'detail', 'receiptOrder'),
} as const;

/** What a role may be given on these screens: action → label. */
export const receiptOrderRights = {
  receiptOrder: {
    add: '新增',
    edit: '收货',
    correct: sensitive('更正'),
    void: sensitive('作废'),
    print: '打印',
    export: '导出',
  },
} as const satisfies Rights;
