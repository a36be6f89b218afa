import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `member-plan`. What stands here is built: menus lead to it. */
export const memberPlanScreens = {
  memberPlan: from('memberPlan', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const memberPlanRights = {
  memberPlan: {
    add: sensitive('新增套餐'),
    edit: sensitive('编辑套餐、额度'),
    price: sensitive('调整价格'),
    enable: sensitive('上架、停售'),
  },
} as const satisfies Rights;
