import { plain, screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `download`. What stands here is built: menus lead to it. */
export const downloadScreens = {
  download: at('/download', '下载管理', 'list', null),
  downloadEmbedded: at('/download2', '下载管理(精简版)', 'list', null, plain),
} as const;
