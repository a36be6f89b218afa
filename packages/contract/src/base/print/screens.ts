import { screensOf } from '../../shell/screens';

const resources = screensOf('resources');

/** The screens of `print`. What stands here is built: menus lead to it. */
export const posterScreens = {
  printQrcode: resources.at('/print/qrcode/:kind', '打印二维码', 'detail', null, { frame: 'plain' }),
} as const;
