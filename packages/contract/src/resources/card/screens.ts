import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { from } = screensOf('resources');

/** The screens of `card`. What stands here is built: menus lead to it. */
export const cardScreens = {
  writeDeviceList: from('writeDevice', 'list', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const cardRights = {
  writeDevice: {
    write: '写卡',
    loss: '挂失',
    replace: '换卡',
    cancel: sensitive('注销'),
    send: sensitive('写入设备'),
    clear: sensitive('清除设备图形'),
    import: '批量导入',
    export: '导出',
  },
} as const satisfies Rights;
