import { Segmented } from 'antd';
import { useAct } from '../../kit/call/use-act';
import { finishBrowse, saveOpenUrl, useShellPrefs } from '../tab/prefs';

const ways = [
  { value: 'windows', label: '多页面打开' },
  { value: 'here', label: '当前页面替换' },
];

/** The choice of 浏览配置 in a line: whether sub-applications open side by side or in place. */
export function PageOpening() {
  const openUrl = useShellPrefs((state) => state.openUrl);
  const save = useAct(saveOpenUrl, { done: finishBrowse });
  return (
    <Segmented
      aria-label="页面打开方式"
      options={ways}
      value={openUrl === false ? 'windows' : 'here'}
      onChange={(way) => void save.run(way === 'here')}
    />
  );
}
