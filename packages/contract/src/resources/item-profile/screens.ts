import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `item-profile`. What stands here is built: menus lead to it. */
export const itemProfileScreens = {
  itemProfile: from('itemProfile', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const itemProfileRights = {
  itemProfile: { add: '新增', edit: sensitive('编辑'), test: '试解析', del: sensitive('删除') },
} as const satisfies Rights;
