/** Tabs of the interface centre; those behind the list of interfaces are for administrators, and 订阅推送 for those of them who may read 数据转发. */
export const centerTabs = (manage: boolean, push: boolean) => [
  { key: 'list', label: '接口' },
  ...(manage
    ? [
        { key: 'apps', label: '对接应用' },
        ...(push ? [{ key: 'push', label: '订阅推送' }] : []),
        { key: 'calls', label: '调用日志' },
        { key: 'usage', label: '用量' },
      ]
    : []),
];

/** The tab that an address leads to: a message about a subscription leads an administrator without 订阅推送 to the program that it is of. */
export function centerTabOf(wanted: string | null, tabs: ReadonlyArray<{ key: string }>): string {
  const has = (key: string | null): boolean => tabs.some((tab) => tab.key === key);
  if (wanted !== null && has(wanted)) return wanted;
  return wanted === 'push' && has('apps') ? 'apps' : 'list';
}
