/** Steps of the tour. A target that is not on the page (no right, other page) is left out. */
export const guideSteps = [
  { target: 'launcher', title: '快捷入口', text: '鼠标移到右侧边缘，展开全部常用系统。', placement: 'left' },
  {
    target: 'systems',
    title: '系统切换',
    text: '在车辆监控与运输管理之间切换，左侧菜单随之变化。',
    placement: 'bottom',
  },
  { target: 'messages', title: '消息', text: '报警、到期和公告都在这里，数字是未读条数。', placement: 'bottom' },
  { target: 'user', title: '个人菜单', text: '个人设置、下载和退出登录。', placement: 'bottom' },
  {
    target: 'fields',
    title: '字段设置',
    text: '选择列表显示哪些字段、按什么顺序，设置跟随您的账号。',
    placement: 'bottom',
  },
] as const;

export const guideSelector = (target: string): string => `[data-guide="${target}"]`;

/** The steps whose targets are on the page and have a size. */
export function presentSteps(root: ParentNode) {
  return guideSteps.flatMap((step) => {
    // Pages of other tabs stand behind the one in front.
    const found = root.querySelectorAll<HTMLElement>(guideSelector(step.target));
    const element = [...found].find((one) => one.getClientRects().length > 0);
    return element ? [{ ...step, element }] : [];
  });
}
