import { open, screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `seal`. What stands here is built. */
export const sealScreens = {
  verifyRecord: at('/verify', '校验温湿度记录', 'form', null, open),
} as const;
