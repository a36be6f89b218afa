import { Switch } from 'antd';
import { setNoticeSettings, useNotices } from './notice-store';

/** How the user is told of new messages: by small windows, and by a sound for urgent alarms. */
export function NoticeSwitches() {
  const settings = useNotices((state) => state.settings);
  return (
    <>
      <span>
        <Switch checked={settings.popups} onChange={(popups) => setNoticeSettings({ popups })} aria-label="弹窗提醒" />{' '}
        弹窗提醒
      </span>
      <span>
        <Switch checked={settings.sound} onChange={(sound) => setNoticeSettings({ sound })} aria-label="声音提醒" />{' '}
        声音提醒
      </span>
    </>
  );
}
