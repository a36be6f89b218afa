import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('community');

/** The screens of `member`. What stands here is built: menus lead to it. */
export const memberScreens = {
  member: from('member', 'dashboard', { title: '会员中心' }),
  memberBuy: at('/member/buy', '选择会员套餐', 'form', 'member'),
  memberInventory: at('/member/inventory/:step', '会员购买流程', 'wizard', 'member'),
  memberPurchaseHistory: at('/member/purchaseHistory', '我的订单', 'list', 'member'),
} as const;

/** What a role may be given on these screens: action → label. */
export const memberRights = {
  member: {
    buy: sensitive('购买会员'),
    pay: sensitive('付款、提交凭证'),
    contract: '签署合同',
    close: '取消订单',
    invoice: '申请发票',
    export: '导出',
  },
} as const satisfies Rights;
